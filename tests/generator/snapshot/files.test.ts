/**
 * Tests of files that contain snapshots: damaged files are rejected, and
 * `checkFiles` returns a result for each file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readManifest } from "../../../generator/new/manifest/manifest.js";
import { checkFiles } from "../../../generator/snapshot/check.js";
import { checkText } from "../../../generator/snapshot/report.js";
import {
  createSnapshot,
  readSnapshotFile,
  snapshotText,
} from "../../../generator/snapshot/snapshot.js";
import { writeTypedFile } from "../../../generator/snapshot/typed-file.js";
import { UserError } from "../../../generator/support/errors.js";
import { folderWith } from "../../harness/program/folders.js";

const test = suite("snapshot: files");

const TOOL = { name: "a", inputSchema: { type: "object" } };

function fail(): never {
  throw new Error("The value is absent.");
}

/**
 * Writes a manifest with the given tools, and a typed file with a snapshot of
 * this manifest. Returns the paths of both files and the snapshot.
 */
async function folderOf(...tools: object[]) {
  const folder = folderWith({ "tools.json": JSON.stringify(tools) });
  const [manifest, file] = [join(folder, "tools.json"), join(folder, "a.ts")];
  const snapshot = createSnapshot(readManifest(manifest), { from: manifest });
  await writeTypedFile(file, snapshot);
  return { manifest, file, snapshot };
}

const { file, manifest, snapshot } = await folderOf(TOOL, {
  ...TOOL,
  name: "b",
});
const original = readFileSync(file, "utf8");
const other = join(folderWith({}), "other.ts");

/**
 * Writes the text to a file and reads it as a snapshot file, which must fail.
 * Returns the first diagnostic of the error.
 */
function refuse(text: string) {
  writeFileSync(other, text);
  try {
    readSnapshotFile(other);
  } catch (error) {
    if (error instanceof UserError) return error.diagnostics[0];
    throw error;
  }
  return assert.unreachable();
}

/**
 * Test cases: members that replace those of a valid snapshot, and the reason in
 * the error.
 */
const DAMAGED: readonly (readonly [
  title: string,
  members: object,
  reason: string | RegExp,
])[] = [
  [
    "format is a text",
    { format: "x" },
    '"format" is x; this version of mcp-codegen supports the format 1.',
  ],
  [
    "address is a number",
    { address: 1 },
    '"address" is not the address of a server.',
  ],
  ["tools are an object", { tools: {} }, '"tools" is not a list of entries.'],
  [
    "an entry is null",
    { prompts: [null] },
    '"prompts" is not a list of entries.',
  ],
  [
    "an entry has no hash",
    { tools: [{ definition: TOOL }] },
    '"tools" is not a list of entries.',
  ],
  [
    "an entry has no definition",
    { tools: [...snapshot.tools, { sha256: "a" }] },
    "tools[2] must be object.",
  ],
  [
    "a tool has no name",
    { tools: [{ sha256: "a", definition: { inputSchema: {} } }] },
    /name/,
  ],
];
for (const [title, members, reason] of DAMAGED)
  test(`\`readSnapshotFile\` rejects a snapshot if ${title}`, () => {
    const found = refuse(snapshotText({ ...snapshot, ...members }));
    const { message } = found ?? fail();
    assert.ok(message.startsWith(`The snapshot in ${other} is not valid: `));
    assert.match(message, reason);
    assert.is(found?.place?.line, 3);
  });

test("`readSnapshotFile` rejects a snapshot that is not an object", () => {
  const found = refuse(snapshotText(null as never));
  assert.match(found?.message ?? "", '"format" is undefined;');
});

test("`readSnapshotFile` rejects a file without the comments around the snapshot", () => {
  for (const text of [
    "",
    original.replace("snapshot begin", ""),
    original.replace("snapshot end", ""),
  ])
    assert.is(refuse(text)?.message, `${other} has no snapshot.`);
});

test("`readSnapshotFile` reports the position of a snapshot with a newer format", () => {
  const found = refuse(original.replace('"format": 1,', '"format": 2,'));
  assert.match(found?.message ?? "", '"format" is 2;');
  const { line } = found?.place ?? fail();
  assert.is(original.split("\n")[line]?.trim(), '"format": 1,');
});

test("`readSnapshotFile` reports the position of a syntax error", () => {
  const text = original.replace('"format": 1,', '"format" 1,');
  const found = refuse(text);
  assert.is(found?.code, "MCP660");
  const { line, column } = found?.place ?? fail();
  assert.is(
    text.split("\n")[line - 1]?.slice(column - 1),
    "1,",
    `${line}:${column}`,
  );
});

test("`readSnapshotFile` reports the position of an edited entry", () => {
  const [, { sha256 }] = snapshot.tools as [unknown, { sha256: string }];
  const found = refuse(original.replace('"name": "b"', '"name": "c"'));
  assert.is(found?.code, "MCP661");
  assert.is(found?.message, `In ${other}, the tool c was edited.`);
  const { line, column } = found?.place ?? fail();
  const start = original.split("\n")[line - 1]?.slice(column - 1);
  assert.is(start, `${sha256}",`);
  assert.equal(
    readSnapshotFile(other, true).snapshot.tools[1]?.definition["name"],
    "c",
  );
});

/** Checks files, and regenerates the changed ones if `update` is set. */
function check(files: readonly string[], update = false) {
  return checkFiles(files, { timeout: 10_000 }, update);
}

test("`checkFiles` returns the result of each file in the given order", async () => {
  const more = await folderOf({ ...TOOL, _meta: {} });
  writeFileSync(more.manifest, JSON.stringify([{ ...TOOL, title: "A" }]));
  const [first, second, third] = await check([file, "absent.ts", more.file]);
  const unchanged = { server: "tools.json", warnings: [], isUpdated: false };
  assert.equal(first, { ...unchanged, file, changes: [], errors: [] });
  const { errors, ...failed } = second ?? fail();
  const absent = { file: "absent.ts", server: "absent.ts" };
  assert.equal(failed, { ...unchanged, ...absent, changes: [] });
  assert.equal(
    errors.map(({ message }) => message),
    ["Cannot read absent.ts."],
  );
  const { changes, ...rest } = third ?? fail();
  assert.equal(rest, { ...unchanged, file: more.file, errors: [] });
  const text = readFileSync(more.file, "utf8");
  assert.equal(
    changes.map(({ path, place }) => [
      path,
      place.file,
      text.split("\n")[place.line - 1]?.slice(place.column - 1),
    ]),
    [["a title", more.file, `${more.snapshot.tools[0]?.sha256}",`]],
  );
});

test("`checkFiles` reports an added tool at the start of the snapshot", async () => {
  const more = await folderOf();
  writeFileSync(more.manifest, JSON.stringify([TOOL]));
  const [result] = await check([more.file]);
  const { line, column } = result?.changes[0]?.place ?? fail();
  const start = readFileSync(more.file, "utf8").split("\n")[line - 1];
  assert.is(start?.slice(column - 1), '"format": 1,');
});

test("`checkFiles` reports the position of a changed prompt if a tool has the same name", async () => {
  const more = await folderOf(TOOL);
  const setPrompt = (prompt: object) => {
    const lists = { tools: [TOOL], prompts: [prompt] };
    writeFileSync(more.manifest, JSON.stringify(lists));
  };
  setPrompt({ name: "a" });
  await check([more.file], true);
  setPrompt({ name: "a", title: "A" });
  const [result] = await check([more.file]);
  const { line, column } = result?.changes[0]?.place ?? fail();
  const { snapshot } = readSnapshotFile(more.file);
  const text = readFileSync(more.file, "utf8");
  const start = text.split("\n")[line - 1]?.slice(column - 1);
  assert.is(start, `${snapshot.prompts[0]?.sha256}",`);
});

test("`checkFiles` updates a file only with the option `update`", async () => {
  const more = await folderOf(TOOL);
  const before = readFileSync(more.file, "utf8");
  writeFileSync(more.manifest, JSON.stringify([{ ...TOOL, name: "c" }]));
  const count = async (update: boolean) => {
    const [found] = await check([more.file], update);
    return [found?.isUpdated, found?.changes.length];
  };
  assert.equal(await count(false), [false, 2]);
  assert.is(readFileSync(more.file, "utf8"), before);
  assert.equal(await count(true), [true, 2]);
  assert.is.not(readFileSync(more.file, "utf8"), before);
  assert.equal(await count(true), [false, 0]);
});

test("`checkFiles` also reports the changes of a file that cannot be updated", async () => {
  const more = await folderOf(TOOL);
  writeFileSync(more.manifest, JSON.stringify([{ ...TOOL, name: "c" }]));
  const mark = /mcp-codegen types --from SERVER --out FILE/g;
  const text = readFileSync(more.file, "utf8").replace(mark, "other");
  writeFileSync(more.file, text);
  const [found] = await check([more.file], true);
  assert.is(found?.changes.length, 2);
  assert.equal(
    found?.errors.map(({ code }) => code),
    ["MCP311"],
  );
  assert.is(found?.isUpdated, false);
  assert.match(checkText([found ?? fail()], false), /tool a removed/);
});

test("`checkFiles` reports a changed file that it must not overwrite without advice about the server", async () => {
  const more = await folderOf(TOOL);
  const text = readFileSync(more.file, "utf8");
  writeFileSync(more.file, text.replace("--from SERVER", ""));
  writeFileSync(more.manifest, "[]");
  const [found] = await check([more.file], true);
  assert.equal(
    found?.errors.map(({ message, fix }) => [message, fix]),
    [
      [
        `The file ${more.file} exists, and mcp-codegen did not write it.`,
        "Move the existing file away, or write to another file.",
      ],
    ],
  );
});

test("`checkFiles` accepts edited entries only with the option `update`", async () => {
  const edited = original.replace('"name": "b"', '"name": "c"');
  writeFileSync(other, edited);
  const [rejected] = await check([other]);
  assert.equal(
    rejected?.errors.map(({ code }) => code),
    ["MCP661"],
  );
  const [found] = await check([other], true);
  assert.equal([found?.errors, found?.isUpdated], [[], true]);
  assert.is(readFileSync(other, "utf8"), original);
});

test("`checkFiles` corrects a wrong hash with the option `update`", async () => {
  const { sha256 } = snapshot.tools[0] ?? fail();
  writeFileSync(other, original.replace(sha256, "0".repeat(64)));
  const [found] = await check([other], true);
  assert.equal([found?.changes, found?.isUpdated], [[], true]);
  assert.is(readFileSync(other, "utf8"), original);
});

test("`createSnapshot` omits an empty text of instructions", () => {
  const peer = { version: "1", instructions: "", capabilities: {} };
  const listing = readManifest(manifest);
  const { server } = createSnapshot({ ...listing, peer }, { from: "a" });
  assert.equal(server, { name: "", version: "", instructions: undefined });
});

test("`readSnapshotFile` returns the snapshot that `writeTypedFile` wrote", () => {
  assert.equal(readSnapshotFile(file).snapshot, snapshot);
  assert.equal(snapshot.address, { from: manifest });
});

test.run();
