/**
 * Tests that text of a server or a file cannot control the terminal on which
 * the program prints the text.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cleanOutput } from "../../generator/cli/terminal/clean.js";
import { jsonText, painter } from "../../generator/cli/terminal/report.js";
import { ROOT, runCli, spawnCli, type Run } from "../harness/program/cli.js";
import { folderWith } from "../harness/program/folders.js";

const test = suite("texts of peers on the terminal");

/**
 * Text that clears the screen, sets the clipboard (also with a C1 control),
 * reverses the writing direction, hides a character in a tag, and begins a
 * line.
 */
const EVIL =
  "\x1b[2J\x1b]52;c;ZXZpbA==\x07\x9b2J\x9d52;c;ZQ==\x9c\r\u202E\u2028\u{E0041}\nFORGED";
const FORGED = /^FORGED/m;
const UNSAFE = /[^\P{C}\n\t]|[\u2028\u2029]/u;

const TOOLS = [
  { name: `a${EVIL}`, inputSchema: { type: "object" } },
  {
    name: "b",
    description: EVIL,
    inputSchema: {
      type: "object",
      properties: { [`p${EVIL}`]: { type: "string", pattern: `(${EVIL}` } },
    },
  },
];

/** Server over stdio whose lists, log and errors contain the text `EVIL`. */
const SERVER = `
const evil = ${JSON.stringify(EVIL)};
process.stderr.write(evil + "\\n");
if (process.argv[2] === "die") process.exit(1);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const answers = {
    initialize: () => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {}, prompts: {} },
      serverInfo: { name: evil, version: evil },
    }),
    "tools/list": () => ({ tools: ${JSON.stringify(TOOLS)} }),
  };
  const result = answers[method]?.();
  const error = { code: -32601, message: evil };
  if (id !== undefined)
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
});
`;

const message = (text: object): string =>
  JSON.stringify({ jsonrpc: "2.0", ...text });
const TRAFFIC = [
  message({ id: 1, method: `x${EVIL}` }),
  message({ id: EVIL, result: { [EVIL]: 1 } }),
  message({ id: 3, method: "tools/call", params: { name: 5, [EVIL]: 1 } }),
  `${EVIL.replaceAll("\n", "")}{`,
].join("\n");

const FILES = {
  "evil.cjs": SERVER,
  "tools.json": JSON.stringify({ tools: TOOLS }),
  "traffic.jsonl": TRAFFIC,
  "schema.ts": `export interface A { b: "${EVIL.replace(/[\r\n\u2028]/g, "")}" | ; }`,
};

/**
 * Arguments of commands that print texts of a server or a file. The first
 * commands run in a new process, whose `Io` replaces control characters in
 * standard output and standard error. The other commands run in this process.
 */
const COMMANDS = [
  [spawnCli, "validate traffic.jsonl --rev 2025-11-25"],
  [spawnCli, "lint-tools --from", "node evil.cjs"],
  [spawnCli, "lint-tools --from", "node evil.cjs die"],
  [spawnCli, "generate --schema schema.ts"],
  [runCleaned, "validate traffic.jsonl --rev 2025-11-25 --json"],
  [runCleaned, "lint-tools tools.json"],
  [runCleaned, "lint-tools tools.json --json"],
  [runCleaned, "explore --from", "node evil.cjs"],
  [runCleaned, "explore --out - --from", "node evil.cjs"],
  [runCleaned, "explore --from", "node evil.cjs die"],
  [runCleaned, "new client made --rev 2025-11-25 --from", "node evil.cjs"],
  [runCleaned, "new server made --yes --from", "node evil.cjs die"],
  [runCleaned, "new server made --yes --from tools.json"],
  [runCleaned, "generate --schema schema.ts --json"],
] as const;

/** Runs a command in this process, and cleans its output as `Io` does. */
async function runCleaned(args: readonly string[], cwd: string): Promise<Run> {
  const { code, stdout, stderr } = await runCli(args, cwd);
  const [out, err] = [stdout, stderr].map((text) => cleanOutput(text, false));
  return { code, stdout: out ?? "", stderr: err ?? "" };
}

for (const [run, words, ...more] of COMMANDS) {
  const args = [...words.split(" "), ...more];
  test(`\`mcp-codegen ${args.join(" ")}\` prints no control characters and no forged lines`, async () => {
    const { stdout, stderr } = await run(args, folderWith(FILES));
    assert.is.not(stdout + stderr, "");
    for (const text of [stdout, stderr]) {
      assert.not.match(text, FORGED);
      assert.is(UNSAFE.exec(text)?.[0].codePointAt(0)?.toString(16), undefined);
    }
  });
}

test("JSON output contains control characters only as escape sequences", () => {
  const value = { [EVIL]: [EVIL, "é 👨‍👩‍👧 \uD800"] };
  const text = jsonText(value);
  assert.equal(JSON.parse(text), value);
  assert.is(cleanOutput(text, true), text);
});

for (const [colour, expected] of [
  [true, "\x1b[31merror\x1b[0m é 👨‍👩‍👧\r\n\ta�[2J�b"],
  [false, "�[31merror�[0m é 👨‍👩‍👧\r\n\ta�[2J�b"],
] as const)
  test(`\`cleanOutput\` keeps line breaks, tabs and letters, and ${colour ? "keeps" : "disables"} the colours of the program`, () => {
    const text = `${painter(true)("error", "error")} é 👨‍👩‍👧\r\n\ta\x1b[2J\rb`;
    assert.is(cleanOutput(text, colour), expected);
  });

/** Pattern of code that may write to standard output or standard error. */
const WRITING =
  /^(?=.*process)(?=.*\b(?:stdout|stderr)\b)|\bconsole\b|writeSync\(|createWriteStream\(/m;

test("only the modules cli.ts and io.ts write to standard output and standard error", () => {
  const names = readdirSync(join(ROOT, "generator"), { recursive: true });
  const found = names.map(String).filter((name) => {
    if (!name.endsWith(".ts")) return false;
    const text = readFileSync(join(ROOT, "generator", name), "utf8");
    return WRITING.test(text);
  });
  assert.equal(found.sort(), [
    join("cli", "start", "cli.ts"),
    join("cli", "terminal", "io.ts"),
  ]);
});

test.run();
