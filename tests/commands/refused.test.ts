/**
 * Command lines that are refused: exit code 2, a message whose fixes can be
 * followed, nothing on standard output, and nothing written.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COMMANDS } from "../../generator/cli/registry.js";
import { casesOf } from "../support/cases.js";
import { runCli } from "../support/cli.js";
import { readTree, temporaryFolder, writeTree } from "../support/folders.js";
import { SMALL_SCHEMA } from "../support/schema.js";

const HELLO = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2099-01-01","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}
`;

/** What lies in the folder of every run. */
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
  prose: "2025-01-01 a log\n2025-01-01 of nothing\n",
};

/** Each with what is in the message; `error ...` is all of its first line. */
const LINES = casesOf(`
# an unknown revision
--rev 2025-06-81
=> "2025-06-81"
=> Did you mean "2025-06-18"?
=> 2024-11-05
# an empty revision
--rev= --out out
=> empty revision
# no source

=> --rev R
=> --schema FILE
# two sources
--rev draft --schema schema.ts
=> both
# an unknown option
--revision draft
=> --revision
=> --rev
# an unknown command
revision
=> Did you mean revisions?
# an option given twice
--rev draft --out a --out b
=> --out
=> 2 times
# a switch with a value
--rev draft --check=x
=> --check
# a missing value
--rev
=> rev
# an empty list
--rev draft --only=
=> --only
# an unknown output
--rev draft --only type
=> "type"
=> Did you mean "types"?
# a missing file
--schema missing.ts
=> missing.ts
=> no file
# a folder
--schema .
=> folder
# a server without a version
--schema unversioned.ts --only server
=> --protocol-version
# a schema without a version, looked at only
--schema unversioned.ts --dry-run --only server
# an output folder that can not be written
--schema a.ts --out /proc/out
=> /proc/out
=> cause:
# an output folder that is a file
--rev draft --out file
# templates in a folder below the one that is named
--rev draft --templates t
=> MCP216: t/a/b/x.txt.hbs is in a folder below t.
# a revision that is watched
--rev draft --watch
# watching and checking
--schema a.ts --check --watch
# watching and looking
--schema a.ts --dry-run --watch
# an option behind --
-- --check
=> error MCP000: Unknown: --check.
# an option of a command behind --
diff latest -- draft --json
=> error MCP000: Unknown: --json.
# an option whose value would be --
schema lint --rev -- draft
=> error MCP000: --rev takes a value.
# two revisions where one is taken
schema verify schema.ts --rev 2025-06-18 --rev draft
=> error MCP000: --rev was given 2 times.
# an option with a dash that is not known
diff latest draft --no-json
=> error MCP000: Unknown: --no-json.
# what is behind -- asks for no JSON
diff nope -- --json
=> neither a revision nor a file "nope"
# standard input where there is none, compared
diff - latest
=> MCP001: There is neither a revision nor a file "-".
# standard input where there is none, linted
schema lint -
=> MCP010: There is no file -.
# a file that is not there, compared
diff latest none.ts
# an unknown format
diff latest draft --format xml
=> --format is "xml"
=> "text", "md", "json"
# one schema to compare
diff draft
=> takes <older> <newer>; 1 of 2 given
# several revisions in one word
diff 2024-11-05,draft latest
=> "2024-11-05,draft"
=> Known revisions: 2024-11-05,
# neither a revision nor a file
diff latest 2025-06-19
=> neither a revision nor a file "2025-06-19"
=> "2025-06-18"?
# pulled revisions that are not there
diff 2024-11-05 2025-06-18 --source pulled
=> MCP020
=> schema pull 2024-11-05
=> schema pull 2025-06-18
# a pulled source for files alone
diff a.ts unversioned.ts --source pulled
=> MCP002
=> pulled source were both given
=> name a revision
# a pulled source for a file
--schema a.ts --source pulled
=> pulled source were both given
# a model of nothing
model
=> MCP002
# a model of two sources
model --rev draft --schema x.ts
=> MCP002
# a model of an unknown revision
model --rev drfat
=> Did you mean "draft"
# a model of several revisions
model --rev all
=> names 6
# a model of a revision and another
model --rev draft --rev latest
=> names 2
# a model of a missing file
model --schema x.ts
=> MCP010
# a model with an unknown option
model --revs draft
=> Did you mean --rev
# a model from a source that was not pulled
model --rev draft --source pulled
=> MCP020:
=> draft
# schema without a command
schema
=> say which
# revisions and all
schema pull draft --all
=> both given
# an unknown revision to pull
schema pull nope
# a mirror over plain HTTP
schema pull draft --mirror http://mirror.example/
=> MCP030
# several revisions to verify
schema verify a.ts --rev all
=> takes one
# a file to verify that is not there
schema verify none.ts --rev draft
=> MCP010
# an unknown revision to verify
schema verify unversioned.ts --rev nope
# a file and a revision to lint
schema lint a.ts --rev draft
=> either a file or one --rev
# two revisions to lint
schema lint --rev draft,latest
=> --rev takes one revision
# an unknown revision to lint
schema lint --rev nope
# a folder to lint
schema lint .
# a recording that is not there
validate none.jsonl --rev draft
=> MCP501
=> none.jsonl
# a recording that is a folder
validate . --rev draft
=> MCP501
=> folder
# a binary recording
validate binary --rev draft
=> MCP500
=> not text
=> NUL byte
# an empty recording
validate empty --rev draft
=> MCP502
=> is empty
# a recording without a message
validate prose
=> MCP502
=> no message
# a recording without a revision or a handshake
validate good.jsonl
=> MCP503
=> good.jsonl does not say
# a recording of a revision that nobody knows
validate later.jsonl
=> MCP503
=> "2099-01-01"
# a recording against two revisions
validate empty --rev all
=> one revision
# a recording against none
validate empty --rev drat
=> Did you mean "draft"
# a sender that is none
validate empty --rev draft --from clint
=> client
# a kind of project that is none
new sever x
=> Did you mean server?
# a project without a folder
new server
=> MCP000
# a project in a folder without a name
new server  --yes
=> error MCP000: <dir> was given an empty value.
# a project in a folder that is in use
new server full --yes
=> MCP600: full has a.txt and 1 more
# a project in a file
new server full/a.txt
=> MCP300
# a client in a file
new client file --yes
=> MCP300
# a project without a name
new server made --name ???
=> MCP602
# a project of an unknown revision
new server made --rev 2025-11-26
=> MCP001
=> 2025-11-25
# a transport that is none
new server made --transport tcp
=> --transport is "tcp"; it can be "stdio",
# tools that are not there
new server made --tools none.json
=> MCP610: none.json can not be read
# tools of a client
new client made --tools x --yes
# a server that can not be started
new server made --from no-such-program
=> MCP620
# two sources of tools
new server made --from x --tools y
=> --tools and --from do not go together
# a variable for nobody
new client made --env KEY=1
=> --env goes with --from
# all variables for nobody
new client made --inherit-env
=> --inherit-env goes with --from
# a variable without a value
new client made --from x --env KEY
=> "KEY" is no variable: NAME=VALUE
# a variable for a server elsewhere
new client made --from http://x/ --env A=1
=> go with a command
# an update of what is no project
new server made --update
=> MCP601
# a new server that is watched
new server made --yes --watch
=> error MCP000: --watch goes with --update.
# an update from elsewhere that is watched
new server made --update --from y --watch
`);

/** Of new projects of either kind. */
const PROJECTS = ["server", "client"].flatMap((kind) =>
  casesOf(`
# a header for nobody: ${kind}
new ${kind} made --yes --header A:b
=> error MCP000: --header goes with --from.
# a time for nobody: ${kind}
new ${kind} made --yes --timeout 5
=> error MCP000: --timeout goes with --from.
# a header for a command: ${kind}
new ${kind} made --yes --from node --header A:b
=> error MCP000: --header goes with a URL; a command is not sent headers.
# force without an update: ${kind}
new ${kind} made --yes --force
=> error MCP000: --force goes with --update.
# another name for what is there: ${kind}
new ${kind} made --yes --update --name other
=> error MCP000: --name is for a new project; edit the files instead.
`),
);

/** Every option that a fix names is one of the command's. */
function checkFixes(stderr: string, words: readonly string[]): void {
  const { options } =
    COMMANDS.findLast((one) =>
      one.words.every((word, at) => words[at] === word),
    ) ?? {};
  const fixes = [...stderr.matchAll(/^ {2}fix: (.*)$/gm)];
  assert.ok(fixes.length > 0, stderr);
  for (const [, fix = ""] of fixes)
    // `mcp-codegen generate --x` names the command, too.
    for (const [option] of fix
      .replace(/`?mcp-codegen [^`]*`?/g, "")
      .matchAll(/(?<=--)[a-z-]+/g))
      assert.ok(option in { ...options, help: 1 }, `${option} in: ${fix}`);
}

const refused = suite("refused command lines");

for (const [name, line, says] of [...LINES, ...PROJECTS])
  refused(name, async () => {
    const folder = temporaryFolder();
    writeTree(folder, FILES);
    const words = line === "" ? [] : line.split(" ");
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

refused.run();
