/** Unit tests of the files that a skill source provides. */
import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  folderSource,
  loadSkills,
  memorySource,
  toPath,
  type SkillSource,
} from "../../../runtime/skills/source.js";
import { skillText } from "../../harness/generated/skills.js";
import { folderWith } from "../../harness/program/folders.js";

const test = suite("skills: sources");

const bytesOf = (text: string) => new TextEncoder().encode(text);

test("memorySource rejects paths with empty or dot segments", async () => {
  const files = { "a/.b/..c": "x", "d.": "y" };
  const source = memorySource({ files });
  assert.equal([...(await source.list()).keys()], Object.keys(files));
  assert.equal(await source.read("d.", 0), bytesOf("y"));
  for (const path of ["/a", "a/", "a//b", ".", "a/./b", "a/.."])
    assert.throws(
      () => memorySource({ files: { [path]: "" } }),
      (error: Error) =>
        error.message === `Not a relative path of a file: ${path}`,
    );
});

test("folderSource lists the files of all subfolders, except hidden ones", async () => {
  const folder = folderWith({ "a/b/c": "1", "a/.d": "", ".e/f": "", g: "22" });
  symlinkSync(join(folder, "g"), join(folder, "h"));
  const source = await folderSource(folder);
  assert.equal([...(await source.list()).keys()].sort(), ["a/b/c", "g", "h"]);
  assert.equal([...((await source.read("a/b/c", 1)) ?? [])], [49]);
  assert.is(await source.read("h", 2), undefined);
  const before = await source.list();
  utimesSync(join(folder, "a/b/c"), 0, 0);
  const after = await source.list();
  // The text of a file changes with the modification time of the file.
  assert.is(after.get("g"), before.get("g"));
  assert.is.not(after.get("a/b/c"), before.get("a/b/c"));
});

for (const name of ["absent", "file"])
  test(`folderSource refuses a path that is not a folder: ${name}`, async () => {
    const path = join(folderWith({ file: "" }), name);
    const source = await folderSource(path);
    const error = await source.list().catch((found: Error) => found);
    assert.instance(error, Error);
    assert.is(
      (error as Error).message,
      `Cannot read the folder of skills ${path}. Pass the path of an existing folder.`,
    );
  });

test("loadSkills orders skills and their files by path", async () => {
  const errors: string[] = [];
  const files = {
    "b/SKILL.md": skillText("b"),
    "b/A": "A",
    "b/z/SKILL.md": skillText("z"),
    "c/SKILL.md": skillText("a"),
    "bc/x": "",
    "SKILL.md": skillText("c"),
    "b/NOSKILL.md": "",
  };
  const source = memorySource({ files });
  const listed = await source.list();
  const skills = await loadSkills(source, listed, {}, (path, { message }) =>
    errors.push(`${path}: ${message}`),
  );
  assert.equal(
    [...skills].map(([uri, { resources }]) => [
      uri,
      ...resources.map((file) => [toPath(file.uri), file.size]),
    ]),
    [
      [
        "skill://b/SKILL.md",
        ["b/A", 1],
        ["b/NOSKILL.md", 0],
        ["b/SKILL.md", 43],
        ["b/z/SKILL.md", 43],
      ],
      ["skill://b/z/SKILL.md", ["b/z/SKILL.md", 43]],
    ],
  );
  assert.equal(errors, [
    "SKILL.md: pass the parent folder, or use a folder per skill",
    "c/SKILL.md: `name` is a, but must be c, the name of the folder (skill://c/SKILL.md)",
  ]);
});

for (const [limits, expected] of [
  [{ maxFiles: 2 }, []],
  [{ maxBytes: 50 }, ["a/SKILL.md", "a/b"]],
] as const)
  test(`loadSkills reads ${expected.length} of 3 files of a skill that exceeds the limit ${JSON.stringify(limits)}`, async () => {
    const read: string[] = [];
    const files = {
      "a/SKILL.md": skillText("a"),
      "a/b": "12345678",
      "a/c": "",
    };
    const source: SkillSource = {
      list: memorySource({ files }).list,
      read: async (path, max) => {
        read.push(path);
        return memorySource({ files }).read(path, max);
      },
    };
    const listed = await source.list();
    const skills = await loadSkills(source, listed, limits, () => {});
    assert.equal([skills.size, read], [0, expected]);
  });

test("`loadSkills` reads no file of a skill with too many files", async () => {
  const paths = Array.from({ length: 600 }, (_, index) => `a/${index}`);
  const files = new Map([...paths, "a/SKILL.md"].map((path) => [path, ""]));
  let reads = 0;
  const read = async () => {
    reads += 1;
    return new Uint8Array(1);
  };
  const errors: string[] = [];
  const source = { list: async () => files, read };
  const found = await loadSkills(source, files, {}, (path, error) =>
    errors.push(`${path}: ${error.message}`),
  );
  assert.equal(
    [found.size, reads, errors],
    [0, 0, ["a/SKILL.md: the skill has more than 512 files"]],
  );
});

test.run();
