import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Results of one Go package, as numbers of test values: valid values, invalid
 * values, and values that the package wrongly rejects, changes or accepts.
 */
export interface Verdicts {
  readonly valid: number;
  readonly refused: number;
  readonly changed: number;
  readonly invalid: number;
  readonly accepted: number;
}

/**
 * Tests the Go package in a folder with the valid and invalid values of the
 * corpus.
 *
 * @param decoders Go expressions that decode the bytes in the variable `data`,
 *   by the name of the type.
 */
export function judge(
  folder: string,
  corpus: string,
  decoders: ReadonlyMap<string, string>,
): Verdicts {
  const entries = [...decoders].map(
    ([type, call]) =>
      `\t${JSON.stringify(type)}: func(data []byte) (any, error) { return ${call} },\n`,
  );
  writeFileSync(join(folder, "judge_test.go"), getTest(entries.join("")));
  const output = execFileSync("go", ["test", "-v", "-run", "Judge", "."], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, MCP_CORPUS: corpus },
  });
  const [, text = "{}"] = /^JUDGED (.*)$/m.exec(output) ?? [];
  return JSON.parse(text) as Verdicts;
}

/** Returns the names of types that a package uses and does not declare. */
export function listUndeclared(folder: string): ReadonlySet<string> {
  const { stderr } = spawnSync("go", ["build", "-gcflags=-e", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  const names = stderr.matchAll(/(?:undeclared name|undefined): (\w+)/g);
  return new Set([...names].map(([, name = ""]) => name));
}

function getTest(entries: string): string {
  return `package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"
)

var judged = map[string]func([]byte) (any, error){
${entries}}

type value struct {
	Valid bool
	Value json.RawMessage
}

func TestJudge(t *testing.T) {
	data, _ := os.ReadFile(os.Getenv("MCP_CORPUS"))
	var corpus struct {
		Types []struct {
			Type    string
			Valid   []json.RawMessage
			Invalid []value
			Cases   []value
		}
	}
	if err := json.Unmarshal(data, &corpus); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, entry := range corpus.Types {
		decode := judged[entry.Type]
		if decode == nil {
			continue
		}
		values := append(entry.Invalid, entry.Cases...)
		for _, valid := range entry.Valid {
			values = append(values, value{true, valid})
		}
		for _, one := range values {
			made, err := decode(one.Value)
			again, _ := json.Marshal(made)
			switch {
			case !one.Valid:
				counts["invalid"]++
				if err == nil {
					counts["accepted"]++
				}
			case err != nil:
				counts["valid"]++
				counts["refused"]++
			default:
				counts["valid"]++
				if !reflect.DeepEqual(tree(again), tree(one.Value)) {
					counts["changed"]++
				}
			}
		}
	}
	text, _ := json.Marshal(counts)
	fmt.Printf("JUDGED %s\\n", text)
}

func tree(data []byte) (v any) {
	_ = json.Unmarshal(data, &v)
	return v
}
`;
}
