// solve answers puzzles on standard input as programs for online judges do: solve FORM.
#include <cctype>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>
using namespace std;

static int n, side;
static vector<int> grid, used; // used: the digits in rows, columns and boxes, as bits

static int *houses(int cell, int i) {
    int row = cell / n, column = cell % n;
    int house[] = {row, n + column, 2 * n + row / side * side + column / side};
    return &used[house[i]];
}

static int candidates(int cell) {
    return ((1 << n) - 1) & ~(*houses(cell, 0) | *houses(cell, 1) | *houses(cell, 2));
}

static void flip(int cell, int digit) {
    for (int i = 0; i < 3; i++) *houses(cell, i) ^= 1 << digit;
}

static bool search() {
    int best = -1, fewest = n + 1;
    for (int cell = 0; cell < n * n; cell++) {
        if (grid[cell]) continue;
        int count = __builtin_popcount(candidates(cell));
        if (count < fewest) fewest = count, best = cell;
    }
    if (best < 0) return true;
    for (int rest = candidates(best); rest; rest &= rest - 1) {
        int digit = __builtin_ctz(rest);
        grid[best] = digit + 1;
        flip(best, digit);
        if (search()) return true;
        flip(best, digit);
    }
    grid[best] = 0;
    return false;
}

// solve solves the cells of a text: digits or letters; any other character is a blank.
static string solve(const string &cells) {
    char first = cells.size() > 81 ? 'A' : '1';
    n = cells.size() > 81 ? 16 : 9, side = n == 16 ? 4 : 3;
    grid.assign(n * n, 0), used.assign(3 * n, 0);
    for (int i = 0; i < n * n; i++)
        if (cells[i] >= first && cells[i] < first + n) flip(i, (grid[i] = cells[i] - first + 1) - 1);
    string solution;
    if (search())
        for (int cell : grid) solution += char(first + cell - 1);
    return solution;
}

static void print(const string &solution, const string &separator) {
    for (size_t i = 0; i < solution.size(); i++) cout << solution[i] << (int(i) % n == n - 1 ? "\n" : separator);
}

int main(int, char **argv) {
    string form = argv[1], word, cells;
    int puzzles;
    if (form == "line") {
        while (cin >> word && word != "end") cout << solve(word) << "\n";
    } else if (form == "euler") {
        while (cin >> word && cin >> puzzles) {
            cells.clear();
            for (int i = 0; i < 9 && cin >> word; i++) cells += word;
            cout << "Grid " << puzzles / 10 << puzzles % 10 << "\n";
            print(solve(cells), "");
        }
    } else if (form == "letters" || form == "counted letters") {
        if (form != "letters") cin >> puzzles;
        while (cin >> word) {
            if ((cells += word).size() < 256) continue;
            print(solve(cells), "");
            cout << "\n";
            cells.clear();
        }
    } else if (form == "board") {
        string text(istreambuf_iterator<char>(cin), {});
        for (char c : text)
            if (isdigit(c) || c == '.') cells += c;
        string solution = solve(cells);
        for (int i = 0; i < 81; i++)
            cout << (i % 9 ? "," : i ? "],[" : "[[") << '"' << solution[i] << '"';
        cout << "]]\n";
    } else {
        cin >> puzzles;
        while (puzzles-- > 0) {
            cells.clear();
            while (cells.size() < 81 && cin >> word) cells += word;
            string solution = solve(cells);
            if (solution.empty()) cout << "No\n";
            print(solution, form == "spaced" ? " " : "");
        }
    }
}
