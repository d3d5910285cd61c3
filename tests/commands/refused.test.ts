/**
 * Tests of rejected command lines. They exit with code 2, print nothing on
 * standard output, and write no file. Their messages name only fixes that work.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS } from "../../generator/cli/registry.js";
import { generateCommand } from "../../generator/cli/commands/generate/generate.js";
import { parseCells } from "../harness/run/cases.js";
import { runCli } from "../harness/program/cli.js";
import { folderWith, readTree } from "../harness/program/folders.js";
import { SMALL_SCHEMA } from "../harness/models/small-schema.js";

const HELLO = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2099-01-01","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
`;

/** Files in the working folder of every run. */
const FILES = {
  file: "x",
  "a.ts": SMALL_SCHEMA,
  "unversioned.ts": SMALL_SCHEMA.replace(/^.*LATEST_PROTOCOL_VERSION.*\n/m, ""),
  "full/a.txt": "",
  "full/b.txt": "",
  "t/types.ts.hbs": "",
  "t/a/b/x.txt.hbs": "",
  binary: "\x7fELF\0\u0001",
  empty: "",
  "good.jsonl": '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
  "later.jsonl": HELLO,
  "client.jsonl": HELLO.split("\n")[0] ?? "",
  prose: "2025-01-01 a log\n2025-01-01 of nothing\n",
};

/**
 * Test cases: a command line, and texts that its error message contains. A text
 * that starts with `error` must be the whole first line.
 */
const LINES = parseCells(`
  --rev 2025-06-81 | "2025-06-81" | Did you mean "2025-06-18"? | 2024-11-05
  --rev= --out out | name of the revision is empty
  generate | --rev R | --schema FILE
  --rev draft --schema schema.ts | Both a revision and a schema file
  --revision draft | Unknown argument: --revision. Did you mean --rev?
  revision | Did you mean revisions?
  rev | error MCP000: Unknown argument: rev.
  nwe server x | error MCP000: Unknown argument: nwe. Did you mean new?
  --rev draft --out a --out b | --out | 2 times
  --rev draft --check=x | --check
  --rev | rev
  --rev draft --only= | --only
  --rev draft --only type | "type" | Did you mean "types"?
  --schema missing.ts | missing.ts does not exist
  --schema . | folder
  --schema unversioned.ts --only server | --protocol-version
  --schema unversioned.ts --dry-run --only server
  --schema a.ts --out /proc/out | /proc/out | cause:
  --rev draft --out file | MCP300
  --rev draft --out file/out | MCP300
  --rev draft --templates t | MCP216: t/a/b/x.txt.hbs is in a subfolder. Templates must be directly in t.
  --rev draft --templates none | MCP210 | none
  --rev draft --only templates | MCP222
  --rev draft --only app | MCP226
  --rev draft --features tols
    | tools, prompts, resources, completions, logging, sampling, elicitation, roots, tasks, host
  --rev draft --transports stdoi | stdio, http, sse, memory
  --rev draft --runtime ../runtime | needs the name of an npm package
  --rev draft --runtime Acme | needs the name of an npm package
  runtime x --name @acme/ | needs the name of an npm package
  runtime x --name ../runtime | needs the name of an npm package
  --rev draft --watch
  --schema a.ts --check --watch
  --rev draft --zzz=1 | error MCP000: Unknown argument: --zzz.
  --schema a.ts --dry-run --watch
  --rev draft latest
    | error MCP000: Unknown argument: latest. A list takes commas: --rev draft,latest.
    | fix: Write --rev draft,latest.
  --rev=draft, latest, 2024-11-05 --only types methods
    | A list takes commas: --rev draft,latest,2024-11-05 --only types,methods.
  new server made --yes --rev draft latest | commas: --rev draft,latest.
  new server --rev draft latest made | commas: --rev draft,latest.
  new client made --from http://x/ --header A:1 B:2
    | Repeat the option before each value: --header A:1 --header B:2.
  -- --check | error MCP000: Unknown argument: --check.
  diff latest -- draft --json | error MCP000: Unknown argument: --json.
  schema lint --rev -- draft | error MCP000: --rev needs a value, but none was given.
  schema verify schema.ts --rev 2025-06-18 --rev draft
    | error MCP000: --rev was given 2 times, but is allowed only once.
  diff latest draft --no-json | error MCP000: Unknown argument: --no-json.
  diff nope -- --json | "nope" is neither a revision nor a file
  diff - latest | MCP001: "-" is neither a revision nor a file.
  schema lint - | MCP010: The file - does not exist.
  diff latest none.ts
  diff latest draft --format xml | --format has the unknown value "xml" | "text", "md", "json"
  schema verify | needs 1 operand, but the command line has 0.
  diff draft | <newer>\` needs 2 operands, but the command line has 1.
  diff 2024-11-05,draft latest
    | "2024-11-05,draft" | Known revisions: 2024-11-05,
  diff latest 2025-06-19
    | "2025-06-19" is neither a revision nor a file | "2025-06-18"?
  diff 2024-11-05 2025-06-18 --source pulled
    | MCP020 | schema pull 2024-11-05 | schema pull 2025-06-18
  diff a.ts unversioned.ts --source pulled
    | MCP002 | was given with a schema file | name a revision
  --schema a.ts --source pulled | was given with a schema file
  model | MCP002
  model --rev draft --schema x.ts | MCP002
  model --rev drfat | Did you mean "draft"
  model --rev all | names 6
  model --rev draft --rev latest | names 2
  model --schema x.ts | MCP010
  model --revs draft | Did you mean --rev
  model --rev draft --source pulled | MCP020: | draft
  schema | needs a subcommand | pull, verify, lint
  schema pull draft --all | both were given
  schema pull nope
  schema pull draft --mirror http://mirror.example/ | MCP030
  schema verify a.ts --rev all | accepts one
  schema verify none.ts --rev draft | MCP010
  schema verify unversioned.ts --rev nope
  schema lint a.ts --rev draft | either a file or --rev
  schema lint --rev draft,latest | accepts one revision, but --rev names 2
  schema lint --rev nope
  schema lint .
  validate none.jsonl --rev draft | MCP501 | none.jsonl
  validate . --rev draft | MCP501 | folder
  validate binary --rev draft | MCP500 | not text | NUL byte
  validate empty --rev draft | MCP502 | is empty
  validate prose | MCP502 | no message | Line 1 is not a message: it is not JSON: Unexpected
  validate good.jsonl | MCP503 | No message in good.jsonl names the protocol version
  validate client.jsonl | MCP503: client.jsonl contains initialize, but not the server's response | requested version "2099-01-01"
  validate later.jsonl | MCP503 | "2099-01-01"
  validate later.jsonl --extension tasks | MCP002
  validate empty --rev all | one revision
  validate empty --rev drat | Did you mean "draft"
  validate empty --rev draft --from clint | client
  new zz | error MCP000: Unknown argument: zz. | Use one of these commands: new server, new client.
  types w | error MCP000: Unknown argument: w.
  types wea | error MCP000: Unknown argument: wea.
  frobnicate | Use one of these commands: generate, | lint-tools
  new sever x | error MCP000: Unknown argument: sever. Did you mean server?
  new serer x --yes
    | error MCP000: Unknown argument: serer. Did you mean server?
  new server | MCP000
  new server  --yes | error MCP000: <dir> was given an empty value.
  new server full --yes | MCP600: full contains a.txt and 1 more
  new server full/a.txt | MCP300
  new client file --yes | MCP300
  new server made --name ??? | MCP602
  new server made --rev 2025-11-26 | MCP001 | 2025-11-25
  new server made --transport tcp | --transport has the unknown value "tcp". Known values are "stdio",
  new server made --tools none.json | MCP610: Cannot read none.json
  new client made --tools x --yes
  new server made --from no-such-program | MCP620
  new server made --from x --tools y | --tools and --from exclude each other
  new client made --env KEY=1 | --env needs --from
  new client made --inherit-env | --inherit-env needs --from
  new client made --from x --env KEY | --env has the invalid value "KEY"
  new client made --from http://x/ --env A=1 | MCP627: The server does not use A.
  new server made --update | MCP601
  new server made --yes --watch | error MCP000: --watch needs --update.
  new server made --update --from y --watch
`);

/**
 * Test cases for both `new server` and `new client`: options, and texts of the
 * error message.
 */
const PROJECTS = parseCells(`
  --header A:b | error MCP000: --header needs --from.
  --timeout 5 | error MCP000: --timeout needs --from.
  --from node --header A:b
    | error MCP627: The server does not use A.
  --force | error MCP000: --force needs --update.
  --update --name other
    | error MCP000: --name applies to new projects only.
`).flatMap(([options, ...says]) => [
  [`new server made --yes ${options}`, ...says],
  [`new client made --yes ${options}`, ...says],
]);

/**
 * Checks the fixes in the error message of a command: the command must accept
 * every option that a fix mentions.
 */
function checkFixes(stderr: string, words: readonly string[]): void {
  const { options } =
    COMMANDS.findLast((command) =>
      command.words.every((word, index) => words[index] === word),
    ) ?? generateCommand;
  const fixes = [...stderr.matchAll(/^ {2}fix: (.*)$/gm)];
  assert.ok(fixes.length > 0, stderr);
  for (const [, fix = ""] of fixes)
    // Skip command lines such as `mcp-codegen generate --x`, because they can
    // name an option of another command.
    for (const [option] of fix
      .replace(/`?mcp-codegen [^`]*`?/g, "")
      .matchAll(/(?<=--)[a-z-]+/g))
      assert.ok(
        option in { ...options, help: 1, version: 1 },
        `${option} in: ${fix}`,
      );
}

const test = suite("rejected command lines");

for (const [line = "", ...says] of [...LINES, ...PROJECTS])
  test(`\`mcp-codegen ${line}\` is rejected with exit code 2`, async () => {
    const folder = folderWith(FILES);
    const words = line.split(" ");
    const { code, stdout, stderr } = await runCli(words, folder);
    assert.equal([code, stdout], [2, ""], stderr);
    const [first] = stderr.split("\n");
    for (const part of says)
      if (part.startsWith("error ")) assert.is(first, part);
      else assert.match(stderr, part);
    assert.not.match(stderr, /\n\s+at .*\.js:\d+/);
    checkFixes(stderr, words);
    assert.equal(readTree(folder), FILES);
    if (words[0] !== "model") return;
    const json = await runCli([...words, "--json"], folder);
    assert.is((JSON.parse(json.stdout) as { ok: boolean }).ok, false);
  });

test.run();
