/**
 * Tests of the option `--extension`: generated files, and commands that accept
 * the option.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "../../generator/pipeline/generate.js";
import type { Diagnostic } from "../../generator/support/errors.js";
import { runCli } from "../harness/program/cli.js";
import { temporaryFolder } from "../harness/program/folders.js";
import { getOutput } from "../harness/run/shared-output.js";

const test = suite("option --extension");

const SCHEMA = `/** Extension Identifier: com.example/notes */
import type { JSONRPCRequest, Result } from "./core.js";

export interface NoteRequest extends JSONRPCRequest {
  method: "notes/add";
  params: { text: string };
}

export interface NoteResult extends Result {
  id: number;
}
`;

/**
 * Creates a folder with the extension schema `notes.ts` and the given
 * additional files.
 */
function createFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ "notes.ts": SCHEMA, ...files }))
    writeFileSync(join(folder, name), text);
  return folder;
}

test("the manifest and the headers of generated files contain the names of the extensions", async () => {
  const cwd = createFolder();
  const args =
    "--rev 2026-07-28 --extension tasks,./notes.ts --only types,methods --out out";
  const made = await runCli(args.split(" "), cwd);
  assert.is(made.code, 0, made.stderr);
  const text = readFileSync(join(cwd, "out", "types.ts"), "utf8");
  const head = text.slice(0, text.indexOf("*/"));
  assert.match(head, / \* extension:       io\.modelcontextprotocol\/tasks\n/);
  assert.match(head, / \* extension:       com\.example\/notes\n/);
  const command =
    "mcp-codegen --rev 2026-07-28 --extension tasks,../notes.ts --only types,methods";
  assert.match(head, ` * regenerate:      ${command}\n`);
  const manifest = JSON.parse(
    readFileSync(join(cwd, "out", ".mcp-codegen.json"), "utf8"),
  ) as {
    options: { extensions: string[] };
    sources: { extensions: { identifier: string }[] }[];
  };
  assert.equal(manifest.options.extensions, ["tasks", "../notes.ts"]);
  assert.equal(
    manifest.sources[0]?.extensions.map(({ identifier }) => identifier),
    ["io.modelcontextprotocol/tasks", "com.example/notes"],
  );
  const methods = readFileSync(join(cwd, "out", "methods.ts"), "utf8");
  assert.match(methods, '    extension: "com.example/notes",\n');
  // Run the command that the header of a generated file contains: the same
  // files must result.
  const again = await runCli(
    [...command.split(" ").slice(1), "--check", "--out", "."],
    join(cwd, "out"),
  );
  assert.is(again.code, 0, again.stdout + again.stderr);
  // Run the command without extensions: different files must result.
  const other = await runCli(
    "--rev 2026-07-28 --only types,methods --out out --check".split(" "),
    cwd,
  );
  assert.is(other.code, 1);
});

test("a configuration file can select extensions, with paths relative to the configuration file", async () => {
  const config = {
    rev: "2026-07-28",
    extensions: ["apps", "org.example/n=./notes.ts"],
    out: "made",
    only: ["types"],
  };
  const cwd = createFolder({
    "mcp-codegen.config.json": JSON.stringify(config),
  });
  const made = await runCli([], cwd);
  assert.is(made.code, 0, made.stderr);
  const text = readFileSync(join(cwd, "made", "types.ts"), "utf8");
  assert.match(text, "extension:       io.modelcontextprotocol/ui\n");
  // Check that the configuration overrides the identifier that the extension
  // file declares.
  assert.match(text, "extension:       org.example/n\n");
  assert.match(text, "--extension apps,org.example/n=../notes.ts ");
  const wrong = createFolder({
    "mcp-codegen.config.json": '{ "rev": "latest", "extensions": "tasks" }',
  });
  const { code, stderr } = await runCli([], wrong);
  assert.is(code, 2);
  assert.match(
    stderr,
    'expected a list of names and paths, such as ["tasks"].',
  );
});

test("an extension is generated only for revisions that declare all types that the extension imports", async () => {
  const out = await getOutput("all", ["tasks"]);
  const methods = (revision: string) =>
    readFileSync(join(out, revision, "methods.ts"), "utf8");
  assert.match(methods("2026-07-28"), '"tasks/update"');
  assert.match(methods("draft"), '"tasks/update"');
  assert.not.match(methods("2025-11-25"), '"tasks/update"');
  const cwd = temporaryFolder();
  const none = await runCli(
    "--rev 2024-11-05,2025-06-18 --extension tasks --out out".split(" "),
    cwd,
  );
  assert.is(none.code, 2);
  assert.match(
    none.stderr,
    "needs another revision: 2026-07-28 or draft. 2025-06-18 does not export",
  );
});

test("`generate` refuses an extension type that has the name of a generated export", async () => {
  const cwd = createFolder({
    "clash.ts":
      "/** Extension Identifier: com.example/c */\nexport type Server = string;\n",
  });
  const { code, stderr } = await runCli(
    "--rev 2026-07-28 --extension ./clash.ts --out out".split(" "),
    cwd,
  );
  assert.is(code, 2);
  assert.match(
    stderr,
    /^\.\/clash\.ts:2:1: error MCP200: server\.ts and the schema both export the name `Server`/,
  );
  assert.match(stderr, "> 2 | export type Server = string;");
});

test("the error about an unknown extension name suggests a known name", async () => {
  const { code, stderr } = await runCli(
    "--rev latest --extension taks --out out".split(" "),
    temporaryFolder(),
  );
  assert.is(code, 2);
  assert.match(
    stderr,
    'MCP005: "taks" is neither a bundled extension nor a file. Did you mean "tasks"?',
  );
});

test("the commands `model`, `diff`, `schema lint`, `schema verify` and `validate` accept the option `--extension`", async () => {
  const cwd = createFolder({
    "traffic.jsonl": `${JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "notes/add",
      params: { text: 1 },
    })}\n`,
    "bad.ts": SCHEMA.replace("NoteResult", "NotesResult"),
  });
  const run = (line: string) => runCli(line.split(" "), cwd);
  const model = await run("model --rev latest --extension ./notes.ts");
  const { extensions, methods } = JSON.parse(model.stdout) as {
    extensions: { identifier: string }[];
    methods: { method: string; extension?: string }[];
  };
  assert.is(extensions[0]?.identifier, "com.example/notes");
  assert.is(
    methods.find(({ extension }) => extension !== undefined)?.method,
    "notes/add",
  );
  const diff = await run("diff 2025-11-25 latest --extension tasks");
  assert.match(
    diff.stdout,
    "- tasks/update added\n" +
      "  - after: request from the client -> UpdateTaskResult\n" +
      "- notifications/tasks added\n",
  );
  assert.match(
    diff.stdout,
    "  - before: needs the capability tasks\n  - after: needs the extension io.modelcontextprotocol/tasks\n",
  );
  writeFileSync(
    join(cwd, "new.ts"),
    SCHEMA.replace("id: number", "id: string"),
  );
  const versions = await run("diff latest+./notes.ts latest+./new.ts");
  assert.match(versions.stdout, "latest+./notes.ts");
  assert.match(versions.stdout, "NoteResult.id");
  const nothing = await run("diff latest+./notes.ts latest --exit-code");
  assert.match(nothing.stdout, "notes/add removed");
  const lint = await run("schema lint --extension ./bad.ts");
  assert.match(
    lint.stdout,
    "./bad.ts:9:1: warning MCP401: No request has the result `NotesResult`",
  );
  assert.match(lint.stdout, "./bad.ts: 1 warning.");
  const verify = await run("schema verify ./notes.ts --extension tasks");
  assert.is(verify.code, 1);
  assert.match(verify.stdout, "./notes.ts is not tasks.");
  const both = await run("schema verify ./notes.ts");
  assert.match(both.stderr, "needs either --rev or --extension, and not both.");
  const checked = await run(
    "validate traffic.jsonl --rev latest --from client --extension ./notes.ts",
  );
  assert.match(checked.stdout, "/params/text");
});

test("if one older revision is selected, the error names the revisions that support the extension", async () => {
  const args = "--rev 2025-11-25 --extension tasks --json";
  const { code, stdout } = await runCli(args.split(" "), temporaryFolder());
  assert.is(code, 2);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  assert.equal(
    diagnostics.map(({ message, place, fix }) => [message, place, fix]),
    [
      [
        `The extension io.modelcontextprotocol/tasks needs another revision: 2026-07-28 or draft. 2025-11-25 does not export the imported types \`InputRequests\`, \`InputResponses\`.`,
        null,
        "Pass a revision that the message names, for example with `--rev 2026-07-28`.",
      ],
    ],
  );
});

test("schema.json contains an extension's declarations, and permits fractions in numbers of the extension", async () => {
  const cwd = createFolder();
  const out = join(cwd, "out");
  await generate({
    revisions: ["2026-07-28"],
    extensions: ["tasks", join(cwd, "notes.ts")],
    only: ["json-schema"],
    out,
  });
  const { $defs } = JSON.parse(
    readFileSync(join(out, "schema.json"), "utf8"),
  ) as { $defs: Record<string, { properties: Record<string, object> }> };
  const getType = (name: string, member: string) =>
    ($defs[name]?.properties[member] as { type?: unknown } | undefined)?.type;
  assert.is(getType("NoteResult", "id"), "number");
  assert.equal(getType("Task", "ttlMs"), ["integer", "null"]);
});

test.run();
