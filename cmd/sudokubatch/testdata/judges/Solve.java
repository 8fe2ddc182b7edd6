import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Solve answers puzzles on standard input as programs for online judges do: Solve FORM. */
class Solve {
    static int n, side;
    static int[] grid;

    static boolean fits(int cell, int digit) {
        int row = cell / n, column = cell % n, corner = row / side * side * n + column / side * side;
        for (int i = 0; i < n; i++) {
            if (grid[row * n + i] == digit || grid[i * n + column] == digit || grid[corner + i / side * n + i % side] == digit) {
                return false;
            }
        }
        return true;
    }

    static boolean search() {
        int best = -1, fewest = n + 1;
        for (int cell = 0; cell < n * n && fewest > 1; cell++) {
            int count = 0;
            for (int digit = 1; grid[cell] == 0 && digit <= n; digit++) {
                count += fits(cell, digit) ? 1 : 0;
            }
            if (grid[cell] == 0 && count < fewest) {
                fewest = count;
                best = cell;
            }
        }
        if (best < 0) {
            return true;
        }
        for (int digit = 1; digit <= n; digit++) {
            if (fits(best, digit)) {
                grid[best] = digit;
                if (search()) {
                    return true;
                }
                grid[best] = 0;
            }
        }
        return false;
    }

    /** solve solves the cells of a text: digits or letters; any other character is a blank. */
    static String solve(String cells) {
        n = cells.length() > 81 ? 16 : 9;
        side = n == 16 ? 4 : 3;
        char first = n == 16 ? 'A' : '1';
        grid = new int[n * n];
        for (int i = 0; i < n * n; i++) {
            int digit = cells.charAt(i) - first + 1;
            grid[i] = digit >= 1 && digit <= n ? digit : 0;
        }
        StringBuilder solution = new StringBuilder();
        if (search()) {
            for (int cell : grid) {
                solution.append((char) (first + cell - 1));
            }
        }
        return solution.toString();
    }

    static String rows(String solution, String separator) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < solution.length(); i += n) {
            text.append(String.join(separator, solution.substring(i, i + n).split(""))).append("\n");
        }
        return text.toString();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder cells = new StringBuilder(), out = new StringBuilder();
        boolean counted = args[0].equals("packed") || args[0].equals("spaced") || args[0].equals("counted letters");
        if (counted) {
            in.readLine();
        }
        for (String line; (line = in.readLine()) != null && !line.trim().equals("end"); ) {
            line = line.replaceAll("[\\s\\[\\]\",]", "");
            if (line.startsWith("Grid")) {
                out.append(line, 0, 4).append(" ").append(line.substring(4)).append("\n");
                continue;
            }
            cells.append(line);
            if (cells.length() < (args[0].endsWith("letters") ? 256 : 81)) {
                continue;
            }
            String solution = solve(cells.toString());
            cells.setLength(0);
            switch (args[0]) {
                case "line" -> out.append(solution).append("\n");
                case "board" -> out.append("[[\"" + rows(solution, "\",\"").trim().replace("\n", "\"],[\"") + "\"]]\n");
                case "spaced" -> out.append(solution.isEmpty() ? "No\n" : rows(solution, " "));
                case "packed", "euler" -> out.append(rows(solution, ""));
                default -> out.append(rows(solution, "")).append("\n");
            }
        }
        System.out.print(out);
    }
}
