import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { temporaryFolder } from "../support/folders.js";
import {
  ANSWER,
  copyCommandLine,
  generated,
  recalled,
  withChange,
} from "../support/recall.js";

const root = copyCommandLine();
const folder = await generated();

const unchanged = suite("unchanged, in doubt");

/** Says the file otherwise, at its old time and size. */
function edit(file: string, from: string, to: string): void {
  const { atime, mtime } = statSync(file);
  const text = readFileSync(file, "utf8");
  assert.ok(text.includes(from), `${from} in ${file}`);
  writeFileSync(file, text.replace(from, to));
  utimesSync(file, atime, mtime);
}

/** What a person may do to the output; the program has to look at it then. */
const OUTPUT: Record<string, (out: string) => void> = {
  "a file has one more byte": (out) =>
    appendFileSync(join(out, "types.ts"), " "),
  "a file has one byte less": (out) =>
    truncateSync(
      join(out, "types.ts"),
      statSync(join(out, "types.ts")).size - 1,
    ),
  "one letter is another, at the old time": (out) =>
    edit(join(out, "types.ts"), "Do not edit", "Do not exit"),
  "a file is empty": (out) => writeFileSync(join(out, "types.ts"), ""),
  "a file is gone": (out) => rmSync(join(out, "index.ts")),
  "the manifest is gone": (out) => rmSync(join(out, ".mcp-codegen.json")),
  "the manifest is empty": (out) =>
    writeFileSync(join(out, ".mcp-codegen.json"), ""),
  "the manifest is no object": (out) =>
    writeFileSync(join(out, ".mcp-codegen.json"), "null\n"),
  "the manifest lacks its digest": (out) =>
    edit(join(out, ".mcp-codegen.json"), '"digest"', '"gidest"'),
  "the manifest says another fingerprint": (out) =>
    edit(
      join(out, ".mcp-codegen.json"),
      '"fingerprint": "',
      '"fingerprint": "0',
    ),
  "the manifest names another file": (out) =>
    edit(join(out, ".mcp-codegen.json"), '"types.ts"', '"../types.ts"'),
  "a folder is gone": (out) =>
    rmSync(join(out, "runtime"), { recursive: true }),
  "all is gone": (out) => rmSync(out, { recursive: true }),
  "a folder stands in a file's place": (out) => {
    rmSync(join(out, "types.ts"));
    mkdirSync(join(out, "types.ts"));
  },
  "a file is a link to the same text": (out) => {
    renameSync(join(out, "types.ts"), join(out, "moved"));
    symlinkSync(join(out, "moved"), join(out, "types.ts"));
  },
  "a folder is a link to the same files": (out) => {
    const elsewhere = join(temporaryFolder(), "elsewhere");
    renameSync(join(out, "runtime"), elsewhere);
    symlinkSync(elsewhere, join(out, "runtime"));
  },
};

/** What decides the output, in the program's own folder. */
const PROGRAM: Record<string, (root: string) => void> = {
  "the code is another": (at) =>
    writeFileSync(
      join(at, "dist/generator/code.sha256"),
      `${"0".repeat(64)}\n`,
    ),
  "the program has another version": (at) =>
    edit(join(at, "package.json"), '"version": "', '"version": "9'),
  "a built-in template changed": (at) =>
    appendFileSync(join(at, "templates/bindings/index.ts.hbs"), "\n"),
  "the runtime changed": (at) =>
    appendFileSync(
      join(at, "templates/runtime/connection/json-rpc/errors.ts"),
      "\n",
    ),
  "the runtime has one more file": (at) =>
    writeFileSync(join(at, "templates/runtime/more.ts"), ""),
  "a file of the runtime has another name": (at) =>
    renameSync(
      join(at, "templates/runtime/connection/json-rpc/errors.ts"),
      join(at, "templates/runtime/connection/faults.ts"),
    ),
  "the revision's schema changed": (at) =>
    edit(join(at, "schema/draft/schema.ts"), "string", "number"),
  "the revision's schema is gone": (at) =>
    rmSync(join(at, "schema/draft/schema.ts")),
  "the pins changed": (at) =>
    appendFileSync(join(at, "schema/revisions.json"), "\n"),
  "what is known of first revisions changed": (at) =>
    appendFileSync(join(at, "schema/since.json"), "\n"),
};

unchanged("nothing is in doubt when nothing changed", async () => {
  assert.match((await recalled(root, folder)) ?? "", ANSWER);
});

for (const [what, change] of Object.entries(OUTPUT))
  unchanged(`the program runs when ${what}`, () => {
    const out = join(folder, "out");
    return withChange(
      out,
      () => change(out),
      async () => assert.is(await recalled(root, folder), null),
    );
  });

for (const [what, change] of Object.entries(PROGRAM))
  unchanged(`the program runs when ${what}`, () =>
    withChange(
      root,
      () => change(root),
      async () => assert.is(await recalled(root, folder), null),
    ),
  );

unchanged("nothing is in doubt when all is as it was", async () => {
  assert.match((await recalled(root, folder)) ?? "", ANSWER);
});

unchanged.run();
