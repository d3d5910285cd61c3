/**
 * Code blocks of a page of documentation, run as a reader would run them: one
 * page in one folder, from top to bottom.
 *
 * - A block below `<!-- file: NAME -->` is that file, as is one below
 *   `<!-- examples/NAME -->`.
 * - `sh` is run, and ends well. `console` is a command after `$`, and below it
 *   all that it prints. `node x.ts` runs there as it does from Node 22.18 on.
 * - `ts` is type-checked when the page is through, beside what it generated.
 * - `json`, `jsonl` and `jsonc` parse.
 * - `<!-- not run: WHY -->` passes over the block below, where WHY is what
 *   holds it instead.
 */
import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as assert from "uvu/assert";
import { BIN, MODULES, outcome, ROOT, type Run } from "./cli.js";
import { typeCheck } from "./compiler.js";
import { temporaryFolder } from "./folders.js";

/** A fenced block, and what the comment above it says. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** 1-based line of the fence. */
  readonly line: number;
  readonly file: string | null;
  readonly notRun: string | null;
}

/** As a reader's own program has them, beside what imports end in. */
const OPTIONS = {
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  target: "ES2022",
  module: "NodeNext",
  types: ["node"],
  preserveSymlinks: true,
  exactOptionalPropertyTypes: true,
};

/** The blocks of a page in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  const fence =
    /(?:<!-- (?:(file|not run): ([^>]+?)|(examples\/[\w.-]+)) -->\n\n)?^(`{3,})(\S*)[^\n]*\n([^]*?)^\4$/gm;
  for (const match of page.matchAll(fence)) {
    const [all, key, value = null, example = null] = match;
    const [language = "", text = ""] = match.slice(5);
    const start = match.index + all.indexOf("```");
    blocks.push({
      language,
      text,
      line: page.slice(0, start).split("\n").length,
      file: key === "file" ? value : example,
      notRun: key === "not run" ? value : null,
    });
  }
  return blocks;
}

/** A folder in which `mcp-codegen` and `npx mcp-codegen` are this program. */
function readersFolder(): string {
  const folder = temporaryFolder();
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  const script = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const run = `exec "${process.execPath}" "${BIN}" "$@"`;
  script("mcp-codegen", run);
  script("npx", `[ "$1" = mcp-codegen ] && shift && ${run}\nexit 9`);
  script("node", nodeThatRunsTypeScript());
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/mcp-codegen"));
  for (const name of readdirSync(MODULES).filter((one) => !one.startsWith(".")))
    symlinkSync(join(MODULES, name), join(folder, "node_modules", name));
  symlinkSync(
    join(ROOT, "tests/third-party/node_modules/@opentelemetry"),
    join(folder, "node_modules/@opentelemetry"),
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  return folder;
}

/** What takes the types out first, which the Node of the tests does not. */
function nodeThatRunsTypeScript(): string {
  const esbuild = join(ROOT, "node_modules/.bin/esbuild");
  return [
    'case "${1-}" in *.ts)',
    '  made=".run/$1.$$.mjs"',
    `  "${esbuild}" --bundle --platform=node --format=esm --packages=external \\`,
    '    --target=node20 --log-level=error --outfile="$made" "$1"',
    '  shift; set -- "$made" "$@";;',
    "esac",
    `exec "${process.execPath}" "$@"`,
  ].join("\n");
}

/** Runs the page; the error names the line of the block. */
export async function runPage(path: string): Promise<void> {
  const folder = readersFolder();
  const checked: string[] = [];
  for (const block of blocksOf(readFileSync(join(ROOT, path), "utf8"))) {
    if (block.notRun !== null) continue;
    const where = `${path}:${block.line}`;
    const name = block.file ?? `block-${block.line}.${block.language}`;
    if (block.file !== null || block.language === "ts") {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), block.text);
    }
    if (/\.m?ts$/.test(name)) checked.push(name);
    await checkBlock(block, folder, where);
  }
  if (checked.length === 0) return;
  const said = await typeCheck(folder, { options: OPTIONS, files: checked });
  assert.is(said, "", path);
}

async function checkBlock(
  { language, text, file }: Block,
  folder: string,
  where: string,
): Promise<void> {
  if (language === "sh") {
    const { code, stderr, stdout } = await shell(text, folder);
    assert.is(code, 0, `${where}: ${stderr}${stdout}`);
  } else if (language === "console") {
    for (const part of text.split(/^\$ /m).slice(1)) {
      const end = part.indexOf("\n");
      const run = await shell(`{ ${part.slice(0, end)}\n} 2>&1`, folder);
      assert.is(run.stdout, part.slice(end + 1), where);
    }
  } else if (language === "json") JSON.parse(text);
  else if (language === "jsonl")
    for (const line of text.trim().split("\n")) JSON.parse(line);
  else
    assert.ok(
      language === "ts" || language === "" || file !== null,
      `${where}: nothing is done with ${language} that is no file`,
    );
}

function shell(text: string, cwd: string): Promise<Run> {
  const path = `${join(cwd, ".bin")}:${process.env["PATH"]}`;
  const child = spawn("bash", ["-euo", "pipefail", "-c", text], {
    cwd,
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return outcome(child);
}
