import {
  appendFileSync,
  copyFileSync,
  cpSync,
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
  OLD_TIME,
  SCHEMA,
  WHOLE,
  generated,
  program,
  recalled,
  recordOf,
  refresh,
} from "../support/recall.js";

const unchanged = suite("unchanged, in doubt");

/** What a person may do to the output; the program has to look at it then. */
const OUTPUT: Record<string, (out: string) => void> = {
  "a file has one more byte": (out) =>
    appendFileSync(join(out, "types.ts"), " "),
  "a file has one byte less": (out) =>
    truncateSync(
      join(out, "types.ts"),
      statSync(join(out, "types.ts")).size - 1,
    ),
  "one letter is another, at the old time": (out) => {
    const file = join(out, "types.ts");
    const { atime, mtime } = statSync(file);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("Do not edit", "Do not exit"));
    utimesSync(file, atime, mtime);
  },
  "a file is empty": (out) => writeFileSync(join(out, "types.ts"), ""),
  "a file is gone": (out) => rmSync(join(out, "index.ts")),
  "the manifest is gone": (out) => rmSync(join(out, ".mcp-codegen.json")),
  "the manifest is another": (out) =>
    appendFileSync(join(out, ".mcp-codegen.json"), "\n"),
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

let whole: Promise<string> | undefined;

for (const [what, change] of Object.entries(OUTPUT))
  unchanged(`the program runs when ${what}`, async () => {
    whole ??= generated(WHOLE);
    const folder = await whole;
    const out = join(folder, "out");
    const kept = join(temporaryFolder(), "kept");
    cpSync(out, kept, { recursive: true });
    assert.match(recalled(folder, WHOLE) ?? "", ANSWER);
    change(out);
    assert.is(recalled(folder, WHOLE), null);
    rmSync(out, { recursive: true, force: true });
    cpSync(kept, out, { recursive: true });
    assert.match(recalled(folder, WHOLE) ?? "", ANSWER);
  });

/** What decides the output; `at` is the folder, `root` the program. */
const INPUT: Record<string, (at: string, root: string) => void> = {
  "the schema changed": (at) =>
    appendFileSync(join(at, "schema.ts"), "export type More = string;\n"),
  "the schema changed, at the old time and size": (at) => {
    const file = join(at, "schema.ts");
    writeFileSync(file, SCHEMA.replace("2099-01-01", "2099-01-02"));
    utimesSync(file, OLD_TIME, OLD_TIME);
  },
  "the schema is gone": (at) => rmSync(join(at, "schema.ts")),
  "the user's template changed": (at) =>
    appendFileSync(join(at, "mine/types.ts.hbs"), "// mine\n"),
  "the user has one more template": (at, root) =>
    copyFileSync(
      join(root, "templates/bindings/index.ts.hbs"),
      join(at, "mine/index.ts.hbs"),
    ),
  "a built-in template changed": (_at, root) =>
    appendFileSync(join(root, "templates/bindings/index.ts.hbs"), "\n"),
  "the runtime changed": (_at, root) =>
    appendFileSync(join(root, "templates/runtime/connection/errors.ts"), "\n"),
  "the runtime has one more file": (_at, root) =>
    writeFileSync(join(root, "templates/runtime/more.ts"), "\n"),
  "the program changed": (_at, root) =>
    appendFileSync(join(root, "dist/generator/emit/types.js"), "\n"),
  "the program has another version": (_at, root) =>
    appendFileSync(join(root, "package.json"), "\n"),
  "a bundled schema changed": (_at, root) =>
    appendFileSync(join(root, "schema/draft/schema.ts"), "\n"),
  "the pins changed": (_at, root) =>
    appendFileSync(join(root, "schema/revisions.json"), "\n"),
};

let part: Promise<string> | undefined;

for (const [what, change] of Object.entries(INPUT))
  unchanged(`the program runs when ${what}`, async () => {
    part ??= generated();
    const folder = await part;
    assert.match(recalled(folder) ?? "", ANSWER);
    change(folder, program.root);
    assert.is(recalled(folder), null);
    const schema = join(folder, "schema.ts");
    writeFileSync(schema, SCHEMA);
    utimesSync(schema, OLD_TIME, OLD_TIME);
    refresh(recordOf(folder));
  });

const DAMAGE: Record<string, (file: string) => void> = {
  "is empty": (file) => writeFileSync(file, ""),
  "is no JSON": (file) => writeFileSync(file, "{\n"),
  "is other JSON": (file) => writeFileSync(file, "null\n"),
  "lacks its end": (file) => truncateSync(file, statSync(file).size - 1),
  "has something behind it": (file) => appendFileSync(file, "x"),
  "is of another run": (file) =>
    writeFileSync(file, readFileSync(file, "utf8").replace('"--out', '"--oat')),
  "is a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};

for (const [what, damage] of Object.entries(DAMAGE))
  unchanged(`the program runs when the record ${what}`, async () => {
    part ??= generated();
    const folder = await part;
    const file = recordOf(folder);
    const kept = readFileSync(file);
    assert.match(recalled(folder) ?? "", ANSWER);
    damage(file);
    assert.is(recalled(folder), null);
    rmSync(file, { recursive: true });
    writeFileSync(file, kept);
  });

unchanged.run();
