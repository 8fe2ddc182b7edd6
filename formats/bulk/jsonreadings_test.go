package bulk_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// jsonFaults returns JSON with malformed records and other text, with a mark at the place of each fault. The position is
// a column of the line, or of the record.
func jsonFaults() []reading {
	return []reading{
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a[:7] + `§x` + p9a[8:] + `"}`, want: `§: in "puzzle": bad cell 'x'`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: "\n" + object9 + "\n" + `{"puzzle":"` + p9a[:80] + `§"}`, want: `@a §: in "puzzle": 80 of 81 cells`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `§1"}`, want: `§: in "puzzle": more than 81 cells`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a[:9] + `\n` + p9a[9:18] + `\u000a§x` + p9a[19:] + `"}`, want: `§: in "puzzle": bad cell 'x'`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"\u002e` + p9a[1:7] + "§\xa5" + p9a[8:] + `"}`, want: `§: in "puzzle": bad cell 0xa5`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":` + list9[:5] + `§99` + list9[6:] + `}`, want: `§: in "puzzle": bad cell '9'`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":[1,2]§}`, want: `§: in "puzzle": 2 of 81 cells`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":§null}`, want: `§: in "puzzle": 0 of 81 cells`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":§17}`, want: `§: in "puzzle": unexpected '1' in JSON`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":§{"a":1}}`, want: `§: in "puzzle": unexpected '{' in JSON`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"other":1}§`, want: `§: in "puzzle": 0 of 81 cells`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `"§`, want: "§: JSON that is not closed"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `"} §x`, want: "§: unexpected 'x' in JSON"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `"§,}`, want: "§: unexpected ',' in JSON"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `","a":0§1}`, want: "§: unexpected '1' in JSON"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `","a":tru§}`, want: "§: unexpected '}' in JSON"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `","a":"§\q"}`, want: `§: unexpected '\\' in JSON`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + "\",\"a\":\"§\t\"}", want: "§: unexpected 0x09 in JSON"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `","a":[1,2§}`, want: "§: unexpected '}' in JSON"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `§["` + p9a + `"]`, want: "§: unexpected '[' in JSON"},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `","puzzle":§7}`, want: `§: in "puzzle": unexpected '7' in JSON`},
		{name: "ndjson", in: jsonForms()["ndjson"], file: `{"puzzle":"` + p9a + `","x":` + strings.Repeat("[", 9999) + "§[" + strings.Repeat("]", 10000) + "}", want: "§: unexpected '[' in JSON"},
		{name: "flat", in: jsonForms()["flat"], file: `{"b":{},"a":{"puzzle":"` + p9a[:7] + `§x` + p9a[8:] + `"}}`, want: `§: in "a.puzzle": bad cell 'x'`},
		{name: "flat", in: jsonForms()["flat"], file: `{"a":{"b":1},"puzzle":"` + p9a + `"}§`, want: `§: in "a.puzzle": 0 of 81 cells`},
		{name: "flat", in: jsonForms()["flat"], file: `{"a":§`, want: "§: JSON that is not closed"},
		{name: "bare", in: jsonForms()["bare"], file: `§{"puzzle":"` + p9a + `"}`, want: "§: unexpected '{' in JSON"},
		{name: "bare", in: jsonForms()["bare"], file: `["",[3],§",",{}` + strings.Repeat(",1", 77) + `]`, want: `§: bad cell '"'`},
		{name: "bare", in: jsonForms()["bare"], file: `[1,[2],§[],[` + strings.Repeat("1,", 77) + `7]]`, want: "§: bad cell '['"},
		{name: "bare", in: jsonForms()["bare"], file: `[1,2§`, want: "§: JSON that is not closed"},
		{name: "bare", in: jsonForms()["bare"], file: `§17`, want: "§: unexpected '1' in JSON"},
		{name: "values", in: jsonForms()["values"], file: object9 + "\n{\n \"puzzle\": \"" + p9a[:4] + "§x" + p9a[5:] + "\"\n}\n" + object9, want: `@a §: in "puzzle": bad cell 'x' @a`},
		{name: "array", in: jsonForms()["array"], file: "[\n  " + object9 + ",\n  {\"puzzle\":§null},\n  " + object9 + "]", want: `@a §: in "puzzle": 0 of 81 cells @a`},
		{name: "array", in: jsonForms()["array"], file: "[" + object9 + ",\nn§othing, " + object9 + "]", want: "@a §: unexpected 'o' in JSON"},
		{name: "array", in: jsonForms()["array"], file: "[" + object9 + ",\n§}, " + object9 + "]", want: "@a §: unexpected '}' in JSON"},
		{name: "array", in: jsonForms()["array"], file: "[" + object9 + ",\n{\"a\":\"§\n}, " + object9 + "]", want: "@a §: unexpected 0x0a in JSON"},
		{name: "array", in: jsonForms()["array"], file: "[" + object9 + "," + object9[:90] + "§", want: "@a §: JSON that is not closed"},
		{name: "array", in: jsonForms()["array"], file: "[" + object9 + `,{"a":1 §"b":2},` + object9 + "]", want: `@a §: unexpected '"' in JSON`},
		{name: "values", in: jsonForms()["values"], file: object9 + "§}" + object9, want: "@a §: unexpected '}' in JSON"},
		{name: "values", in: jsonForms()["values"], file: object9 + `{"a"§`, want: "@a §: JSON that is not closed"},
		{name: "keyed", in: jsonForms()["keyed"], file: `{"a":` + object9 + `,"b" ` + object9 + "}§", want: "@a §: JSON that is not closed"},
		{name: "keyed", in: jsonForms()["keyed"], file: `{"a":` + object9 + `,"b":{"c":§}}`, want: "@a §: unexpected '}' in JSON"},
		{name: "member", in: jsonForms()["member"], file: `{"a":[` + object9 + "§:" + object9 + "]}", want: "@a §: unexpected ':' in JSON"},
	}
}

// jsonBounds returns records and blanks exactly at their limits, and one byte longer.
func jsonBounds() []reading {
	object := func(n int) string {
		begin, end := `{"x":"`, `","puzzle":"`+p9a+`"}`
		return begin + strings.Repeat("y", n-len(begin)-len(end)) + end
	}
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	return []reading{
		{name: "line", in: jsonForms()["ndjson"], file: object(form.TextMaxLine) + "\n" + object9, want: "@a @a"},
		{name: "line, one more", in: jsonForms()["ndjson"], file: object(form.TextMaxLine+1) + "\n" + object9, want: "1:65537: line longer than 65536 bytes @a"},
		{name: "element", in: jsonForms()["array"], file: "[\n" + object(form.TextMaxLine) + "," + object9 + "]", want: "@a @a"},
		{name: "element, one more", in: jsonForms()["array"], file: "[" + object9 + "\n" + object(form.TextMaxLine+1) + "," + object9 + "]", want: "@a 2:65537: record longer than 65536 bytes @a"},
		{name: "element, many more", in: jsonForms()["array"], file: "[" + object9 + "\n" + object(5*form.TextMaxLine) + object9 + "]", want: "@a 2:65537: record longer than 65536 bytes @a"},
		{name: "scalar", in: jsonForms()["array"], file: "[\n" + strings.Repeat("1", form.TextMaxLine) + "," + object9 + "]", want: "2:1: unexpected '1' in JSON @a"},
		{name: "scalar, one more", in: jsonForms()["array"], file: "[\n" + strings.Repeat("1", form.TextMaxLine+1) + "," + object9 + "]", want: "2:65537: record longer than 65536 bytes @a"},
		{name: "unclosed", in: jsonForms()["array"], file: "[\n" + `{"x":[` + strings.Repeat(object9+",\n", 1000), want: "552:81: record longer than 65536 bytes 1002:1: JSON that is not closed"},
		{name: "indent", in: jsonForms()["array"], file: "[\n" + blanks(4<<10) + "1," + object9 + "]", want: "2:4097: unexpected '1' in JSON @a"},
		{name: "indent, one more", in: jsonForms()["array"], file: "[\n" + blanks(4<<10+1) + "1," + object9 + "]", want: "record 1, column 1: unexpected '1' in JSON @a"},
		{name: "blanks", in: jsonForms()["array"], file: "[" + object9 + blanks(3*form.TextMaxLine) + "," + blanks(3*form.TextMaxLine) + "\n" + object9 + "]", want: "@a @a"},
		{name: "tail", in: jsonForms()["member"], file: `{"a":[` + object9 + `],"b":"` + blanks(3*form.TextMaxLine) + `"}`, want: "@a"},
	}
}

// jsonReadings returns the same puzzles in many notations.
func jsonReadings() []reading {
	a, b := p9a, p9b
	numbers16 := func(cells string, first int, blank string) string {
		var numbers []string
		for _, c := range []byte(cells) {
			if c == '.' || c == '-' {
				numbers = append(numbers, blank)
			} else {
				numbers = append(numbers, fmt.Sprint(int(c|0x20)-'a'+first))
			}
		}
		return "[" + strings.Join(numbers, ", ") + "]"
	}
	solved16 := strings.Repeat("ABCDEFGHIJKLMNO.", 16)
	objects := func(digit, blank string) string {
		var cells []string
		for _, b := range []byte(a) {
			if b == '.' {
				cells = append(cells, blank)
			} else {
				cells = append(cells, fmt.Sprintf(digit, b))
			}
		}
		return `{"n":1,"grid":[` + strings.Join(cells, ",") + "]}"
	}
	listOfTurns := func(of ...string) string {
		return strings.TrimSuffix(strings.TrimPrefix(turns(of...), `{"messages":`), "}\n")
	}
	byColumns := func(row, column string) string {
		var cells []string
		for i := range 81 {
			digit := strings.Replace(grids["@1"][i%9*9+i/9:][:1], ".", "null", 1)
			cells = append(cells, fmt.Sprintf(`{%q:%d,%q:%d,"value":%s}`, row, i%9, column, i/9, digit))
		}
		return `{"grid":[` + strings.Join(cells, ",") + "]}\n"
	}
	numbers := `{"a":"` + p9a + `","puzzle":"@b","late":1}` + "\n"
	tens := `{"puzzle":[` + strings.Repeat("10,3,0,15,", 63) + "1,2,3,4]}\n"
	spaced := strings.ReplaceAll(linesOf(a, 9, `","`), ".", " ")
	return []reading{
		{name: "a usual name", file: numbers, want: "@b", columns: "puzzle a"},
		{name: "another name", file: numbers, hints: model.Hints{Puzzle: "a"}, want: "@a", columns: "a"},
		{name: "a number", file: numbers, kind: bulk.NDJSON, hints: model.Hints{Puzzle: "1"}, want: "@a", columns: "a"},
		{name: "a solution", file: numbers, kind: bulk.JSON, hints: model.Hints{Solution: "a"}, want: "@b", columns: "puzzle a"},
		{name: "no such name", file: numbers, hints: model.Hints{Puzzle: "b"}, want: `error: there is no column "b" (there are "a", "puzzle", "late")`},
		{name: "no such name in an array", file: "[" + numbers + "]", hints: model.Hints{Puzzle: "b"}, want: `error: there is no column "b" (there are "a", "puzzle", "late")`},
		{name: "numbers of order 16", file: tens, want: "+", columns: "puzzle"},
		{name: "numbers of order 16, digits named", file: tens, hints: model.Hints{Digits: "1-G"}, want: "+", columns: "puzzle"},
		{name: "no values", file: "[]", kind: bulk.JSON, columns: "puzzle"},
		{name: "numbers of order 25", file: `{"puzzle":[` + strings.Repeat("1,", 624) + "1]}", want: "error: 25×25: this size must be named"},
		{name: "digits that may be two", file: `{"puzzle":"` + strings.Repeat("123456789ABCDEF.", 16) + `"}`, want: "error: 16×16, but its digits may be 1-G or 0-F"},
		{name: "digits that are named", file: `{"puzzle":"` + strings.Repeat("123456789ABCDEF.", 16) + `"}`, hints: model.Hints{Digits: "1-G"}, want: "+"},
		{name: "no puzzle", file: `{"a":1}`, want: "error: JSON without a puzzle"},
		{name: "a bracket", file: "{", want: "error: unknown form"},
		{name: "no grid", file: `{"puzzle":"no"}`, kind: bulk.NDJSON, want: "error: unknown form"},
		{name: "falses", form: bulk.JSON, file: `[{"puzzle":` + strings.ReplaceAll(list9, "0", "false") + `}]`, want: "@a"},
		{name: "one array of rows", form: bulk.NDJSON, file: rows9, want: "@a"},
		{
			name: "chats", form: bulk.NDJSON, columns: "messages.user messages.assistant", want: `@1 §: in "messages.user": no grid in the text §: in "messages.user": 3 grids in the text, want one ` +
				`§: in "messages.assistant": no grid in the text §: in "messages.assistant": 2 grids in the text, want one §: in "messages.user": more than 81 cells @3 @3 @2 ` +
				`§: in "messages.user": 2 grids in the text, want one §: in "messages.user": 0 of 81 cells §: in "messages.user": 8 of 9 rows @1 §: in "messages.user": more than 81 cells; a 16x16 puzzle has 256`,
			file: turns("user", "Solve \"@1\",\tplease", "assistant", "So: $1") + turns("user", "§Hi", "assistant", "$1") + turns("user", "§As @1 is $1, solve @2", "assistant", "$2") +
				turns("user", "Solve @2", "assistant", "§No") + turns("user", "Solve @2", "assistant", "§$2 or $1") + turns("user", "§Solve @2.") + turns("user", "\\ é:\n"+rowsOf(grids["@3"], " ")+"\n") +
				turns("user", boxed(rowsOf(grids["@3"], "")), "assistant", "") + turns("user", "Solve @2", "assistant", "$2", "user", "Thanks", "assistant", "Bye") + turns("user", "§@1", "user", "@2") +
				strings.Replace(turns("system", "@1"), "}]}", "}]}§", 1) + turns("user", "§Solve\n"+rowsOf(grids["@3"], " ")[:8*18]) + turns("assistant", "$1", "user", "= @1") + turns("user", "§"+grids["@A"]),
		},
		{name: "chats with an example", file: strings.Replace(turns("system", "As @3", "user", "Solve @1", "assistant", "$1"), `{"c`, `{"n":1,"c`, 1) + turns("system", "As @3", "user", "Solve @2", "assistant", "$2"), want: "error: several puzzles in a record, but only one can be read: name its column"},
		{name: "chats without puzzles", file: turns("user", "§Solve it", "assistant", "$1") + turns("user", "§Solve n@1", "assistant", "$1"), want: `§: in "messages.user": no grid in the text §: in "messages.user": no grid in the text`},
		{name: "chats with examples in long texts", file: turns("user", "§As @3 is $3, and @2 is $2: "+strings.Repeat("solve ", 20)+"@1", "assistant", "$1"), want: `§: in "messages.user": 5 grids in the text, want one`},
		{name: "chats with a row more", file: turns("user", "§.........\n"+rowsOf(grids["@3"], ""), "assistant", "$3") + turns("user", "1 2 3 4 5 6 7 8 9\n"+rowsOf(grids["@3"], " "), "assistant", "$3"), want: `§: in "messages.user": 2 grids in the text, want one @3`},
		{name: "chats with sentences", file: turns("user", "Solve "+strings.ReplaceAll(grids["@1"], ".", "0")+".", "assistant", "It is $1.") + turns("user", rowsOf(grids["@2"], " "), "assistant", rowsOf(grids["$2"], "")+"."), want: "@1 @2"},
		{name: "chats of 6×6", file: turns("user", "Solve 502100060030000600045300010400403006", "assistant", "532164164532321645645321216453453216"), want: "+"},
		{name: "chats without a column", file: turns("user", "@1", "assistant", "$1"), hints: model.Hints{Puzzle: "no"}, want: `error: there is no column "no" (there are "messages.user", "messages.assistant")`},
		{name: "chats without answers", file: turns("system", "$3", "user", "@1", "assistant", "§No"), want: `§: in "messages.assistant": no grid in the text`},
		{name: "a prompt", form: bulk.NDJSON, file: `{"prompt":"Solve @1","completion":"$1"}` + "\n" + `{"prompt":"@2","n":"@3"}`, columns: "prompt completion", want: "@1 @2"},
		{name: "a late member", file: strings.Repeat(`{"prompt":"Solve @1"}`+"\n", 800) + `{"prompt":"Solve @2","late":"So: $2 or $3"}`, columns: "prompt", want: strings.Repeat("@1 ", 800) + "@2"},
		{name: "a short prompt", file: `{"prompt":"Do @1","completion":"= $1"}`, columns: "prompt completion", want: "@1"},
		{name: "a short prompt, bare", file: `{"prompt":"Do @1","completion":"$1"}` + "\n" + `{"prompt":"@2","completion":"$2"}`, columns: "prompt completion", want: "@1 @2"},
		{name: "texts of another name", file: `{"ask":"Solve @1","b":"@2"}`, hints: model.Hints{Puzzle: "ask"}, columns: "ask b", want: "@1"},
		{name: "texts of any name", file: `{"ask":"Solve @1"}`, want: "error: JSON without a puzzle"},
		{
			name: "chats of parts", form: bulk.NDJSON, columns: "messages.user messages.assistant", want: `@1 §: in "messages.assistant": 2 grids in the text, want one`,
			file: `{"messages":[{"role":"user","content":[{"type":"text","text":"Solve"},{"type":"image_url","image_url":{"text":"x"}},{"text":"@1"}]},{"role":"assistant","content":[{"type":"text","text":"It is $1."}]}]}` + "\n" +
				`{"messages":[{"role":"user","content":[7,{"text":null},{"text":"@2"}]},{"role":"assistant","content":[{"text":"§$2"},{"text":"or $1"}]},{"role":"user"}]}`,
		},
		{name: "requests", form: bulk.NDJSON, columns: "messages.user", want: "@1 @2", file: strings.ReplaceAll(`{"custom_id":"1","body":`+turns("system", "You solve", "user", "Do @1")+`{"custom_id":"2","body":`+turns("system", "", "user", "Do @2"), "]}\n", "],\"n\":1}}\n")},
		{name: "contents", form: bulk.JSON, columns: "contents.user contents.model", want: "@1", file: `[{"contents":[{"role":"user","parts":[{"text":"Solve @1"}]},` + "\n" + `{"role":"model","parts":[{"text":"So: $1"}]}]}]`},
		{name: "a task", form: bulk.NDJSON, columns: "instruction output", want: `@1 §: in "instruction": no grid in the text`, file: `{"instruction":"Do @1","input":"","output":"$1"}` + "\n" + `{"instruction":"§Do it","input":"","output":"$2"}`},
		{name: "the input of a task", form: bulk.NDJSON, columns: "input output", want: "@1 @2", file: `{"instruction":"Do it","input":"Do: @1","output":"It is $1"}` + "\n" + `{"instruction":"Do it","input":"@2","output":"$2"}`},
		{name: "a question", form: bulk.NDJSON, columns: "question answer", want: "@1 @2", file: `{"question":"Do @1","answer":"$1"}` + "\n" + `{"question":"Do @2","answer":"$2"}`},
		{name: "two answers", file: `{"prompt":"Do @1","chosen":"$1","rejected":"$2"}`, want: `error: right and wrong answers to each puzzle: "chosen" and "rejected"`},
		{name: "two answers, bare", file: `{"prompt":"@1","rejected":"$2","chosen":"$1"}` + "\n" + `{"prompt":"@2","rejected":"$1","chosen":"$2"}`, want: `error: right and wrong answers to each puzzle: "rejected" and "chosen"`},
		{name: "two answers, the first", file: `{"prompt":"Do @1","rejected":"$2","chosen":"$1"}`, hints: model.Hints{Solution: "chosen"}, columns: "prompt chosen", want: "@1"},
		{name: "two chats", file: `{"rejected":` + listOfTurns("user", "Do @1", "assistant", "$2") + `,"chosen":` + listOfTurns("user", "Do @1", "assistant", "$1") + "}", want: `error: right and wrong answers to each puzzle: "rejected.assistant" and "chosen.assistant"`},
		{name: "two outputs", file: `{"input":` + strings.TrimSpace(turns("user", "Do @1")) + `,"preferred_output":[{"role":"assistant","content":"$1"}],"non_preferred_output":[{"role":"assistant","content":"$2"}]}`, want: `error: right and wrong answers to each puzzle: "preferred_output.assistant" and "non_preferred_output.assistant"`},
		{name: "judged answers", file: `{"prompt":"Do @1","completion":"$1","label":true}` + "\n" + `{"prompt":"Do @1","completion":"$2","label":false}`, want: `error: right and wrong answers to each puzzle: "completion" and "label"`},
		{name: "answers of a batch", file: `{"custom_id":"1","response":{"status_code":200,"body":{"choices":[{"message":{"role":"assistant","content":"$1"}}]}}}`, want: "error: the answers of a batch, without puzzles"},
		{name: "two answers in a table", file: "prompt,rejected,chosen\n@1,$2,$1\n@2,$1,$2\n", want: `error: right and wrong answers to each puzzle: "rejected" and "chosen"`},
		{name: "a wrong answer", file: "prompt,rejected\n@1,$1\n", want: `error: right and wrong answers to each puzzle: "rejected"`},
		{name: "rows with spaces", form: bulk.NDJSON, file: `{"puzzle":["` + spaced + "\"]}\n" + `{"puzzle":["1` + spaced + `"]}`, want: `@a 2:109: in "puzzle": bad cell '"'`},
		{name: "cells as objects", form: bulk.NDJSON, file: objects("{\"given\":true,\"value\":%c}", "{}") + "\n" + objects("{\"value\":%c}", "{\"value\":0}"), want: "@a @a"},
		{name: "cells, placed", form: bulk.NDJSON, file: objects("{\"v\":\"%c\",\"isFixed\":true}", "{\"v\":\"5\",\"isFixed\":false}") + "\n" + objects("{\"value\":%c,\"given\":true}", "{\"value\":1}"), want: "@a @a"},
		{name: "cells, no digit", form: bulk.NDJSON, file: objects("{\"value\":%c}", "{\"value\":null}") + "\n" + objects("{\"value\":%c}", "{\"value\":10}"), want: `@a 2:25: in "grid": bad cell '1'`},
		{name: "cells, bad digit", form: bulk.NDJSON, file: objects("{\"row\":5,\"value\":%c}", "{\"row\":5}") + "\n" + objects("{\"value\":%c}", "{\"value\":\"z\"}"), want: `@a 2:16: in "grid": bad cell '{'`},
		{name: "cells, unnamed", form: bulk.NDJSON, file: objects("{\"value\":%c}", "{\"value\":0}") + "\n" + strings.Replace(objects("{\"value\":%c}", "{\"value\":0}"), "value", "valve", 1), want: `@a 2:16: in "grid": bad cell '{'`},
		{name: "cells, untold", form: bulk.NDJSON, file: objects("{\"v\":%c,\"fixed\":true}", "{\"v\":5,\"fixed\":false}") + "\n" + strings.Replace(objects("{\"v\":%c,\"fixed\":true}", "{\"v\":5,\"fixed\":false}"), "fixed", "mixed", 2), want: `@a 2:16: in "grid": bad cell '{'`},
		{name: "cells, notes", form: bulk.NDJSON, file: objects("{\"type\":\"given\",\"entry\":%c}", "{\"type\":\"note\",\"entry\":[1, 2]}") + "\n" + objects("{\"type\":\"given\",\"entry\":%c}", "{\"type\":\"value\",\"entry\":7}"), want: "@a @a"},
		{name: "cells, one less", form: bulk.NDJSON, file: objects("{\"value\":%c}", "{}") + "\n" + strings.Replace(objects("{\"value\":%c}", "{}"), "{},", "", 1), want: `@a 2:16: in "grid": bad cell '{'`},
		{name: "cells by columns", file: byColumns("rowIndex", "colIndex"), want: "error: JSON without a puzzle"},
		{name: "clues with indices", form: bulk.NDJSON, file: "[" + strings.TrimSuffix(cluesOf(grids["@1"], `{"row_index":%d,"colIndex":%d,"v":%c},`, 0), ",") + "]", want: "@1"},
		{name: "an empty text more", form: bulk.NDJSON, file: `{"puzzle":` + list9 + "}\n{" + `"puzzle":["",` + list9[1:] + "}\n{" + `"puzzle":["  ",` + list9[1:] + `}`, want: `@a 2:92: in "puzzle": more than 81 cells 3:92: in "puzzle": more than 81 cells`},
		{name: "an element without a cell more", form: bulk.NDJSON, file: strings.Join([]string{object9, `{"puzzle":[",",` + list9[1:] + `}`, `{"puzzle":` + list9[:len(list9)-1] + `,[ ]]}`, `{"puzzle":[{},` + list9[1:] + `}`}, "\n"), want: `@a 2:12: in "puzzle": bad cell '"' 3:174: in "puzzle": bad cell '[' 4:12: in "puzzle": bad cell '{'`},
		{name: "first malformed", form: bulk.NDJSON, file: "{\n" + object9 + "\n" + object9 + "\n", want: "1:2: JSON that is not closed @a @a"},
		{name: "array", form: bulk.JSON, file: "[" + object9 + "," + object9 + "]", want: "@a @a"},
		{name: "array of one", form: bulk.JSON, file: "[\n" + object9 + "\n]\n", want: "@a"},
		{name: "array over lines", form: bulk.JSON, file: "[\n  " + object9 + ",\n  " + object9 + "\n]\n", want: "@a @a"},
		{name: "array, text a line", form: bulk.JSON, file: "[\n\"" + a + "\",\n\"" + b + "\"\n]", want: "@a @b"},
		{name: "array of lists", form: bulk.JSON, file: "[" + list9 + "," + list9 + "]", want: "@a @a"},
		{name: "array of rows", form: bulk.JSON, file: "[" + rows9 + ",\n" + rows9 + "]", want: "@a @a"},
		{name: "in an object", form: bulk.JSON, file: `{"version":[1,2],"puzzles":["` + a + `","` + b + `"],"more":{"x":[{}]},"y":1}`, want: "@a @b"},
		{name: "deep", form: bulk.JSON, file: `{"data":{"n":{},"puzzles":[` + object9 + `]}}`, want: "@a"},
		{name: "pretty", form: bulk.JSON, file: strings.ReplaceAll(object9, ",", ",\n  ") + "\n" + strings.ReplaceAll(object9, ",", ",\n  ") + "\n", want: "@a @a"},
		{name: "concatenated", form: bulk.JSON, file: object9 + object9, want: "@a @a"},
		{name: "empty array in data", form: bulk.JSON, file: `{"none":[],"data":[` + object9 + `]}`, want: "@a"},
		{name: "comma too many", form: bulk.JSON, file: "[" + object9 + "," + object9 + ",]", want: "@a @a"},
		{name: "within", form: bulk.NDJSON, file: `{"i":0,"row":{"question":"` + a + `","n":{}}}` + "\n" + `{"i":1,"row":{"question":` + rows9 + `}}`, want: "@a @a"},
		{name: "rows within", form: bulk.JSON, file: `{"rows":[{"i":0,"row":{"puzzle":"` + b + `"}},{"row":{"no":1}},{"row":{"puzzle":"` + a + `"}}],"n":2}`, want: `@b record 2, column 17: in "row.puzzle": 0 of 81 cells @a`},
		{name: "order 16", form: bulk.NDJSON, file: `{"puzzle":"` + p16a + `"}`, want: "@A"},
		{name: "order 16, 1 to 16", form: bulk.NDJSON, file: `{"puzzle":` + numbers16(solved16, 1, "0") + `}`, want: "+"},
		{name: "order 16, null", form: bulk.NDJSON, file: `{"puzzle":` + numbers16(solved16, 1, "null") + `}`, want: "+"},
		{name: "order 16, 0 to 15", form: bulk.NDJSON, file: `{"puzzle":` + numbers16(solved16, 0, "null") + `}`, want: "+"},
		{name: "order 16, array of 1", form: bulk.JSON, file: "[" + numbers16(solved16, 1, "0") + ",\n" + numbers16(solved16, 1, "0") + "]", want: "+ +"},
	}
}

// jsonTails returns puzzles after the array of the records, which are a fault of the file unless they are solutions or
// other forms of the same puzzles, and grids in members that are no records.
func jsonTails() (all []reading) {
	grid, solved := `"`+p9a+`"`, `"`+strings.Repeat("123456789", 9)+`"`
	for _, r := range [][3]string{ // the key of the records, the text after them, and the member that holds puzzles
		{"a", `,"b":[` + grid + `]}`, "b"},
		{"a", ` , "b c" : [ {"n":1, "puzzle":` + grid + `} ] }`, "b c"},
		{"a", `,"b":[{"puzzle":` + rows9 + `}]}`, "b"},
		{"a", `,"b":[` + list9 + `]}`, "b"},
		{"a", `,"n":1,"b":"","c":[],"d":{"e":{"puzzles":[` + grid + `]}},"f":2}`, "d"},
		{"a", `,"b":{"0":` + grid + `,"1":` + grid + `}}`, "b"},
		{"a", `,"b":[` + strings.Repeat("7,", 100) + grid + `]}`, "b"},
		{"a", `,"b":{"1":[` + grid + `]},"c":[` + grid + `]}`, "b"},
		{"a", `,"\u0062":[` + grid + `]}`, "b"},
		{"a", `,"solutions":[` + solved + `]}`, ""},
		{"a", `,"b":{"answers":[` + solved + `]}}`, ""},
		{"a", `,"b":"[` + p9a + `]","c":` + grid + `,"d":[1,[2]]}`, ""},
		{"puzzles", `,"minlex":[` + grid + `]}`, ""},
		{"puzzles", `,"quizzes":[` + grid + `]}`, "quizzes"},
		{"solutions", `,"quizzes":[` + grid + `]}`, "quizzes"},
		{"solutions", `,"b":[` + grid + `]}`, "b"},
	} {
		header := `{"` + r[0] + `":[` + object9 + "]"
		form, err := bulk.Detect([]byte(header+"}"), true, 0)
		if err != nil {
			panic(err)
		}
		want := "@a"
		if r[2] != "" {
			want += fmt.Sprintf(" in %q: %v", r[2], model.ErrArrays)
		}
		all = append(all, reading{name: "tail " + r[1], in: form, file: header + r[1], want: want})
	}
	list, game := `[{"puzzle":"@1"},{"puzzle":"@3"}]`, `<game data="@1"/><game data="@3"/>`
	return append(all, []reading{
		{name: "a stray", file: "{\"n\":1,\n\"a\":" + list + ",\n\"c\":\"" + "@2" + "\"}", want: `@1 @3 3:5: in "c": looks like a grid, but is not read`},
		{name: "a stray", file: "{\"b\":{\n\"c\":\"" + "@2" + "\"},\"a\":" + list + "}", want: `@1 @3 2:5: in "c": looks like a grid, but is not read`},
		{name: "a stray", file: "{\"solution\":\"" + "@2" + "\",\"puzzles\":" + list + "}", want: "@1 @3"},
		{name: "a stray", file: "{\"c\":\"" + grids["@2"][:70] + "\",\"puzzles\":" + list + ",\"d\":[7]}", want: "@1 @3"},
		{name: "a stray", file: "<a>\n<b>" + game + "</b>\n<c>" + "@2" + "</c>\n</a>", want: "@1 @3 3:1: looks like a grid, but is not read"},
		{name: "a stray", file: "<a>\n<b>" + game + "</b>\n<c>" + grids["@2"][:70] + "</c>\n</a>", want: "@1 @3"},
	}...)
}

// turns returns a chat with a role and a text for each turn.
func turns(turns ...string) string {
	all := []map[string]string{}
	for turn := range slices.Chunk(turns, 2) {
		all = append(all, map[string]string{"role": turn[0], "content": turn[1]})
	}
	text, _ := json.Marshal(map[string]any{"messages": all}) // texts can always be written
	return string(text) + "\n"
}
