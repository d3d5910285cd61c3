/**
 * Tests of the Go package that examples/go generates. The package must accept
 * and reject the test values of the corpus correctly, and have the format of
 * gofmt.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createCorpus } from "../../generator/emit/corpus/emit.js";
import { folderWith } from "../harness/program/folders.js";
import { bundledModel, REVISIONS } from "../harness/models/models.js";
import { ROOT } from "../harness/program/cli.js";
import { WHOLE } from "../harness/run/sampling.js";

const EXAMPLE = join(ROOT, "examples/go");

const hasGo = spawnSync("go", ["version"]).error === undefined;
if (!hasGo)
  console.error(
    "The tests of examples/go are skipped: the command `go` is not on PATH. Install Go 1.19 or newer, on Debian with `apt-get install golang-go`.",
  );

/**
 * Returns the total number of lines in the files of a folder that have the
 * given extension.
 */
function countLines(folder: string, extension: string): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .reduce((sum, text) => sum + text.split("\n").length - 1, 0);
}

/** Writes the Go package of a revision to a folder. */
function generate(revision: string, folder: string): void {
  const options = ["--rev", revision, "--out", folder];
  execFileSync(process.execPath, [join(EXAMPLE, "generate.mjs"), ...options]);
}

const test = suite("examples: go");
const withGo = hasGo ? test : test.skip;

for (const revision of WHOLE ? REVISIONS : ["2025-11-25"])
  withGo(
    `the Go package of ${revision} agrees with corpus.json, loses no data, and passes go vet and gofmt`,
    () => {
      const corpus = createCorpus(bundledModel(revision));
      const folder = folderWith({ "corpus.json": JSON.stringify(corpus) });
      const out = join(folder, "mcp");
      generate(revision, out);
      copyFileSync(
        join(EXAMPLE, "corpus_test.go"),
        join(out, "corpus_test.go"),
      );
      const run = (program: string, ...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(program, args, {
          cwd: out,
          encoding: "utf8",
          env: {
            ...process.env,
            MCP_CORPUS: join(folder, "corpus.json"),
            GOFLAGS: "-mod=mod",
            GOPROXY: "off",
          },
        });
        assert.is(status, 0, `${stdout}${stderr}`.slice(0, 2_000));
        return stdout;
      };
      assert.is(run("gofmt", "-l", "."), "");
      run("go", "vet", ".");
      const [, count] =
        /(\d+) values, \d+ with integers beyond int64/.exec(
          run("go", "test", "-v", "."),
        ) ?? [];
      const entries = [...corpus.types, ...corpus.messages];
      const values = entries.flatMap(({ valid, invalid, cases }) => [
        ...valid,
        ...invalid,
        ...cases,
      ]);
      assert.is(Number(count), values.length);
    },
  );

withGo("the Go package reports the paths of all problems", () => {
  const folder = folderWith({});
  generate("2025-06-18", folder);
  writeFileSync(join(folder, "paths_test.go"), PATHS_TEST);
  const { status, stdout } = spawnSync("go", ["test", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.is(status, 0, stdout);
});

const PATHS_TEST = `package mcp

import "testing"

func TestPaths(t *testing.T) {
	text := \`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7,"arguments":[]}}\`
	_, err := DecodeMessage([]byte(text), Client)
	if err == nil || err.Error() != "params.name: expected a string; params.arguments: expected an object" {
		t.Fatal(err)
	}
	result := &CallToolResult{Content: []ContentBlock{&TextContent{Type: "txt"}}}
	err = result.Validate()
	if err == nil || err.Error() != "content[0]: the member type selects no type" {
		t.Fatal(err)
	}
}
`;

test("the Go example imports only the public API of mcp-codegen, and does not exceed its line limits", () => {
  const modules = readdirSync(EXAMPLE).filter((name) => name.endsWith(".mjs"));
  const imports = modules.flatMap((name) =>
    [
      ...readFileSync(join(EXAMPLE, name), "utf8").matchAll(
        /from "((?!\.\/)[^"]+)"/g,
      ),
    ].map(([, from = ""]) => from),
  );
  assert.equal(
    imports.filter((from) => !from.startsWith("node:")),
    ["mcp-codegen"],
  );
  assert.ok(countLines(EXAMPLE, ".mjs") <= 800);
  assert.ok(countLines(join(EXAMPLE, "runtime"), ".go") <= 600);
});

test.run();
