/**
 * Runs the code blocks of a documentation page as a reader would: all blocks of a
 * page in one folder, from top to bottom, with the Node that runs the tests.
 *
 * - A block below `<!-- file: NAME -->` is written to that file. Another block
 *   of the page has to run or import the file.
 * - A block below `<!-- module: NAME -->` is written too, but only type-checked.
 * - An `sh` block is run and has to succeed. A `console` block contains a
 *   command after `$`, followed by everything that the command has to print.
 * - A `ts` block is type-checked at the end of the page, together with all
 *   TypeScript files. The compiler uses the `tsconfig.json` of the page, or
 *   strict options if the page has none.
 * - The content of `json`, `jsonl` and `jsonc` blocks has to parse.
 * - `<!-- not run: REASON -->` skips the next block. The reason names the test
 *   that covers the block instead.
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
import { COMPILER, typeCheck } from "./compiler.js";
import { temporaryFolder } from "./folders.js";
import {
  getOutput,
  getRuntimePackage,
  RUNTIME_PACKAGE,
} from "../run/shared-output.js";

/** Fenced code block, with the directives of the comment above it. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Line number of the opening fence, starting at 1. */
  readonly line: number;
  /**
   * Path of the file to which the block is written, relative to the reader's
   * folder.
   */
  readonly file: string | null;
  /** True if the file is only type-checked and never run. */
  readonly moduleOnly: boolean;
  readonly notRun: string | null;
}

/** Compiler options for pages that contain no `tsconfig.json`. */
const OPTIONS = {
  strict: true,
  skipLibCheck: true,
  target: "ES2022",
  module: "NodeNext",
  types: ["node"],
  preserveSymlinks: true,
  exactOptionalPropertyTypes: true,
};

/** Returns the code blocks of a documentation page in order. */
export function parseBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  const fence =
    /(?:<!-- (file|module|not run): ([^>]+?) -->\n\n)?^(`{3,})(\S*)[^\n]*\n([^]*?)^\3$/gm;
  for (const match of page.matchAll(fence)) {
    const [all, key, value = null, , language = "", text = ""] = match;
    const start = match.index + all.indexOf("```");
    blocks.push({
      language,
      text,
      line: page.slice(0, start).split("\n").length,
      file: key === "not run" ? null : value,
      moduleOnly: key === "module",
      notRun: key === "not run" ? value : null,
    });
  }
  return blocks;
}

/**
 * Returns the program files that no other code block of the page runs or
 * imports.
 */
export function unusedPrograms(page: string): string[] {
  const blocks = parseBlocks(page);
  return blocks.flatMap((block) => {
    if (block.file === null || block.moduleOnly) return [];
    if (!/\.m?[jt]s$/.test(block.file)) return [];
    const script = block.file.replace(/\.ts$/, ".js").split("/").pop() ?? "";
    const used = blocks.some(
      (other) => other !== block && other.text.includes(script),
    );
    return used ? [] : [block.file];
  });
}

/**
 * Command that many pages contain. It is executed only for README.md. For other
 * pages, its cached output is copied.
 */
const GENERATE = "mcp-codegen --rev all --out generated";

/** Command whose cached output is copied on every page. */
const WRITE_RUNTIME = `mcp-codegen runtime packages/mcp-runtime --name ${RUNTIME_PACKAGE}`;

/**
 * Command that compiles all TypeScript files of the folder, in pages with a
 * `tsconfig.json`.
 */
const COMPILE_ALL = "npx tsc &&";

/**
 * Creates the working folder of a simulated reader. In this folder, the package
 * and its peer dependencies are installed, and `npx` runs this build of
 * `mcp-codegen` or the TypeScript compiler.
 */
async function createReaderFolder(path: string): Promise<string> {
  const folder = temporaryFolder();
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  const script = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const program = `"${process.execPath}" "${BIN}" "$@"`;
  script("node", `exec "${process.execPath}" "$@"`);
  script("mcp-codegen", `exec ${program}`);
  // Make `npm install` succeed without an effect, because the packages are
  // already installed.
  const rest = join(dirname(process.execPath), "npm");
  script("npm", `[ "$1" = install ] || exec "${rest}" "$@"`);
  // Compile incrementally, because a page compiles the same generated code
  // several times. Use stricter options than the page does, because readers may
  // also use stricter options.
  script(
    "npx",
    [
      path === "README.md"
        ? ""
        : `[ "$*" = "${GENERATE}" ] && exec cp -r "${await getOutput("all")}" generated`,
      `[ "$*" = "${WRITE_RUNTIME}" ] && mkdir packages && exec cp -r "${await getRuntimePackage()}" packages/mcp-runtime`,
      'case "$1" in',
      `mcp-codegen) shift; exec ${program};;`,
      `tsc) shift; exec "${COMPILER}" --singleThreaded --incremental --tsBuildInfoFile .bin/tsc.json --exactOptionalPropertyTypes --skipLibCheck "$@";;`,
      'esac; echo "npx: $1 is not installed" >&2; exit 9',
    ].join("\n"),
  );
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/mcp-codegen"));
  for (const name of readdirSync(MODULES).filter(
    (entry) => !entry.startsWith("."),
  ))
    symlinkSync(join(MODULES, name), join(folder, "node_modules", name));
  symlinkSync(
    join(ROOT, "tests/third-party/node_modules/@opentelemetry"),
    join(folder, "node_modules/@opentelemetry"),
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  // Simulate an existing project with a `tsconfig.json`: since TypeScript 6,
  // `tsc FILE` then needs the option `--ignoreConfig`.
  writeFileSync(join(folder, "tsconfig.json"), "{}\n");
  return folder;
}

/**
 * Runs all code blocks of a documentation page.
 *
 * @throws AssertionError that names the line of the failing block.
 */
export async function runPage(path: string): Promise<void> {
  const folder = await createReaderFolder(path);
  const checked: string[] = [];
  const page = readFileSync(join(ROOT, path), "utf8");
  assert.equal(unusedPrograms(page), [], `${path}: programs that nothing runs`);
  for (const block of parseBlocks(page)) {
    if (block.notRun !== null) continue;
    const where = `${path}:${block.line}`;
    const name = block.file ?? `block-${block.line}.${block.language}`;
    if (block.file !== null || block.language === "ts") {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), block.text);
    }
    if (name.endsWith(".ts")) checked.push(name);
    await checkBlock(block, folder, where);
    // The compiler has checked all files so far.
    if (block.text.includes(COMPILE_ALL)) checked.length = 0;
  }
  if (checked.length === 0) return;
  if (parseBlocks(page).some(({ file }) => file === "tsconfig.json")) {
    const { code, stdout, stderr } = await shell("npx tsc", folder);
    assert.is(code, 0, `${path}: ${stdout}${stderr}`);
  } else {
    const problems = await typeCheck(folder, {
      options: OPTIONS,
      files: checked,
    });
    assert.is(problems, "", path);
  }
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
      `${where}: a ${language} block needs a file name or a reason not to run`,
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
