/**
 * Unit tests of skills: the files that a skill source provides, the rules for
 * `SKILL.md`, and the limits of a skill.
 */
import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readSkill } from "../../../runtime/skills/client.js";
import {
  checkEntry,
  checkSize,
  digestFile,
} from "../../../runtime/skills/skill.js";
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

/**
 * Test cases: name of the limit, its default, and a function that creates a
 * skill with `value` files or bytes.
 */
const LIMITS = [
  ["maxFiles", 512, (value: number) => Array(value).fill({ size: 0 })],
  [
    "maxBytes",
    16_777_216,
    (value: number) => [{ size: 1 }, { size: value - 1 }],
  ],
] as const;
for (const [name, usual, create] of LIMITS)
  test(`checkSize refuses a skill that exceeds the option ${name} (default: ${usual})`, () => {
    for (const [limits, most] of [
      [{}, usual],
      [{ [name]: 2 }, 2],
    ] as const) {
      checkSize(create(most), limits);
      assert.throws(
        () => checkSize(create(most + 1), limits),
        new RegExp(`more than ${most} (files|bytes)$`),
      );
    }
  });

test("checkSize counts an empty file as 0 bytes", () => {
  checkSize([{ size: 0 }, { size: 2 }], { maxBytes: 2 });
});

test("digestFile returns the SHA-256 digest with leading zeros", async () => {
  assert.is(
    await digestFile(bytesOf("39")),
    "sha256:0b918943df0962bc7a1824c0555a389347b4febdc7cf9d1254406d80ce44e3f9",
  );
});

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

const URI = "skill://x/a/SKILL.md";
const main = { uri: URI, digest: "sha256:0", size: 1 };
const other = { ...main, uri: "skill://x/a/c%20d/e" };
const entry = {
  uri: URI,
  frontmatter: { name: "a", description: "x" },
  resources: [main, other],
};

test("checkEntry returns the files of a skill entry by their decoded paths", () => {
  const frontmatter = {
    ...entry.frontmatter,
    description: "x".repeat(1024),
    compatibility: "x".repeat(500),
  };
  assert.is(checkEntry({ ...entry, frontmatter }, {}).size, 2);
  assert.equal(
    [...checkEntry(entry, {})],
    [
      ["SKILL.md", main],
      ["c d/e", other],
    ],
  );
});

/** Test cases: changed members of the entry, and the error message. */
const ENTRIES: readonly (readonly [change: object, message: string])[] = [
  [
    { resources: "dynamic" },
    "the entry has no digests, so no file can be verified",
  ],
  [{ resources: null }, "the entry has no list of files"],
  [{ resources: Array(513).fill(main) }, "the skill has more than 512 files"],
  ...[
    ["description", "x".repeat(1025), 1024],
    ["description", " ", 1024],
    ["description", 1, 1024],
    ["compatibility", "x".repeat(501), 500],
  ].map(
    ([key, text, most]) =>
      [
        {
          frontmatter: {
            ...entry.frontmatter,
            [String(key)]: text,
          },
        },
        `\`${key}\` must be a text of 1 to ${most} characters`,
      ] as const,
  ),
  [
    { frontmatter: { name: "b", description: "x" } },
    `\`name\` is b, but must be a, the name of the folder (${URI})`,
  ],
  [{ frontmatter: { description: "x" } }, "`name` is missing"],
  [{ frontmatter: { name: null, description: "x" } }, "`name` is missing"],
  [{ frontmatter: { name: "a" } }, "`description` is missing"],
  ...["A", 1].map((name): [object, string] => [
    { frontmatter: { name, description: "x" } },
    "`name` must have 1 to 64 lowercase letters, digits and single hyphens",
  ]),
  [{ resources: [other] }, "the entry lacks the file SKILL.md"],
  [{ resources: [main, other, other] }, `${other.uri} occurs twice`],
  [
    { resources: [main, { ...main, uri: "skill://b/c" }] },
    "skill://b/c is not in the folder of the skill",
  ],
  [
    { resources: [main, { ...main, uri: "skill://x/a/.." }] },
    "skill://x/a/.. is not a valid path",
  ],
];
for (const [change, message] of ENTRIES)
  test(`checkEntry rejects an entry with ${JSON.stringify(change).slice(0, 60)}: ${message}`, () => {
    try {
      checkEntry({ ...entry, ...change }, {});
      assert.unreachable();
    } catch (error) {
      assert.is((error as Error).message, message);
    }
  });

const TEXT = skillText("a");

/** Test cases: path, content of the file, options, and the error message. */
const READ: readonly (readonly [
  path: string,
  content: object,
  options: object,
  message: string,
])[] = [
  ["x", {}, {}, `${URI}: the skill has no file x`],
  ["SKILL.md", {}, { maxFiles: 0 }, `${URI}: the skill has more than 0 files`],
  ["SKILL.md", { text: TEXT }, { approve: () => false }, "User rejected skill"],
  ["SKILL.md", { uri: "x" }, {}, `${URI}: the result is not this one file`],
  [
    "SKILL.md",
    { text: "" },
    {},
    `${URI}: the file does not have ${TEXT.length} bytes`,
  ],
  [
    "SKILL.md",
    { text: TEXT.toUpperCase() },
    {},
    `${URI}: the digest of the file is different`,
  ],
  ["SKILL.md", { text: TEXT }, {}, `${URI}: the frontmatter is different`],
];
for (const [path, content, options, message] of READ)
  test(`readSkill rejects with the message: ${message}`, async () => {
    const bytes = bytesOf(TEXT);
    const file = {
      ...main,
      digest: await digestFile(bytes),
      size: bytes.length,
    };
    const request = async (_method: string, { uri }: { uri: string }) => ({
      contents: [{ uri, ...content }],
    });
    const skill = { ...entry, resources: [file] };
    const error = await readSkill({ request }, skill, path, options).catch(
      (found: Error) => found,
    );
    assert.is((error as Error).message, message);
  });

test("readSkill returns the media type of a file", async () => {
  const bytes = bytesOf("x");
  const file = { ...other, digest: await digestFile(bytes) };
  const { signal } = new AbortController();
  const asked: unknown[] = [];
  const request = async (
    method: string,
    { uri }: { uri: string },
    options?: object,
  ) => {
    asked.push([method, uri, options]);
    return { contents: [{ uri, text: "x", mimeType: "text/x" }] };
  };
  const stored = new Map<string, boolean>();
  const store = {
    get: () => true,
    set: (digest: string, allow: boolean) => stored.set(digest, allow),
  };
  const skill = { ...entry, resources: [main, file] };
  const approve = () => false;
  const options = { signal, store, approve };
  assert.equal(await readSkill({ request }, skill, "c d/e", options), {
    uri: other.uri,
    mimeType: "text/x",
    bytes,
  });
  assert.equal(asked, [["resources/read", other.uri, { signal }]]);
  assert.is(stored.size, 0);
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
