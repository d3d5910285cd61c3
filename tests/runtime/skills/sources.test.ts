/**
 * Unit tests of skills: the files of a source, the rules of `SKILL.md`, and the
 * limits of a skill.
 */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { checkEntry, readSkill } from "../../../runtime/skills/client.js";
import {
  checkSize,
  digestFile,
  readFrontmatter,
} from "../../../runtime/skills/skill.js";
import {
  folderSource,
  loadSkills,
  memorySource,
  toSkillUri,
  type SkillSource,
} from "../../../runtime/skills/source.js";
import { skillText } from "../../harness/generated/skills.js";
import { folderWith, temporaryFolder } from "../../harness/program/folders.js";

const test = suite("skills: sources");

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Test cases: frontmatter, and the error message. An empty message is none. */
const FRONTMATTER: readonly (readonly [yaml: string, message: string])[] = [
  ["name: a-1\ndescription: x", ""],
  [`name: a-1\ndescription: ${"x".repeat(1024)}`, ""],
  [
    `name: a-1\ndescription: ${"x".repeat(1025)}`,
    "`description` must be a text of 1 to 1024 characters",
  ],
  [`name: a-1\ndescription: x\ncompatibility: ${"x".repeat(500)}`, ""],
  [
    `name: a-1\ndescription: x\ncompatibility: ${"x".repeat(501)}`,
    "`compatibility` must be a text of 1 to 500 characters",
  ],
  [
    "name: a-1\ndescription: ' '",
    "`description` must be a text of 1 to 1024 characters",
  ],
  [
    "name: a-1\ndescription: 1",
    "`description` must be a text of 1 to 1024 characters",
  ],
  [
    "name: 1\ndescription: x",
    "`name` must have 1 to 64 lowercase letters, digits and single hyphens",
  ],
  ["name: b\ndescription: x", "`name` is b, but the folder is a-1"],
];
for (const [yaml, message] of FRONTMATTER)
  test(`readFrontmatter ${message ? "rejects" : "accepts"} ${JSON.stringify(yaml.slice(0, 50))} (${yaml.length} characters)`, () => {
    const bytes = bytesOf(`---\n${yaml}\nx: 1\n---\n`);
    if (message === "") {
      const { x, name } = readFrontmatter(bytes, "a-1");
      assert.equal([x, name], [1, "a-1"]);
    } else
      assert.throws(
        () => readFrontmatter(bytes, "a-1"),
        (error: Error) => error.message === message,
      );
  });

test("readFrontmatter rejects bytes that are not UTF-8", () => {
  const bytes = new Uint8Array([...bytesOf(skillText("a")), 0xff]);
  assert.throws(() => readFrontmatter(bytes, "a"), TypeError);
});

/** Test cases: limit, its default, and a skill of `value` files or bytes. */
const LIMITS = [
  ["maxFiles", 512, (value: number) => Array(value).fill({ size: 0 })],
  [
    "maxBytes",
    16_777_216,
    (value: number) => [{ size: 1 }, { size: value - 1 }],
  ],
] as const;
for (const [name, usual, create] of LIMITS)
  test(`checkSize accepts ${name} files or bytes, by default ${usual}, and no more`, () => {
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

test("digestFile returns the SHA-256 digest with leading zeros", async () => {
  assert.is(
    await digestFile(bytesOf("39")),
    "sha256:0b918943df0962bc7a1824c0555a389347b4febdc7cf9d1254406d80ce44e3f9",
  );
});

test("memorySource accepts names with dots, and rejects each relative path", async () => {
  const files = { "a/.b/..c": "x", "d.": "y" };
  const source = memorySource(files);
  assert.equal([...(await source.list()).values()], [true, true]);
  assert.equal(await source.read("d.", 0), bytesOf("y"));
  for (const path of ["/a", "a/", "a//b", ".", "a/./b", "a/.."])
    assert.throws(
      () => memorySource({ [path]: "" }),
      (error: Error) =>
        error.message === `Not a relative path of a file: ${path}`,
    );
});

test("folderSource lists the files of all folders, without hidden names", async () => {
  const folder = folderWith({ "a/b/c": "1", "a/.d": "", ".e/f": "", g: "22" });
  symlinkSync(join(folder, "g"), join(folder, "h"));
  const source = await folderSource(folder);
  assert.equal([...(await source.list())].sort(), [
    ["a/b/c", true],
    ["g", true],
    ["h", false],
  ]);
  assert.equal([...((await source.read("a/b/c", 1)) ?? [])], [49]);
});

test("folderSource returns another state after each change of a file", async () => {
  const folder = folderWith({ "a/b": "1" });
  const source = await folderSource(folder);
  const states = [await source.state?.(), await source.state?.()];
  assert.is(states[0], states[1]);
  writeFileSync(join(folder, "a/b"), "22");
  states.push(await source.state?.());
  writeFileSync(join(folder, "c"), "");
  states.push(await source.state?.());
  assert.is(new Set(states).size, 3);
});

test("folderSource names the folder that cannot be read", async () => {
  const folder = join(temporaryFolder(), "absent");
  const error = await folderSource(folder).catch((found: Error) => found);
  assert.instance(error, Error);
  const { message } = error as Error;
  assert.is(
    message,
    `The folder of skills ${folder} cannot be read. Create it, or pass another folder to skills().`,
  );
});

test("loadSkills orders skills and their files by path, with SKILL.md first", async () => {
  const errors: string[] = [];
  const source = memorySource({
    "b/SKILL.md": skillText("b"),
    "b/A": "A",
    "b/z/SKILL.md": skillText("z"),
    "a b/SKILL.md": skillText("a"),
    "bc/x": "",
    "SKILL.md": skillText("c"),
    "b/NOSKILL.md": "",
  });
  const skills = await loadSkills(source, {}, ({ message }) =>
    errors.push(message),
  );
  assert.equal(
    [...skills.values()].map(({ entry, paths }) => [
      entry.uri,
      ...entry.resources.map(({ uri, size }) => [paths.get(uri), size]),
    ]),
    [
      [
        "skill://b/SKILL.md",
        ["b/SKILL.md", 43],
        ["b/A", 1],
        ["b/NOSKILL.md", 0],
        ["b/z/SKILL.md", 43],
      ],
      ["skill://b/z/SKILL.md", ["b/z/SKILL.md", 43]],
    ],
  );
  assert.equal(errors, [
    "The skill SKILL.md is left out: move the file to a folder with its name",
    "The skill a b/SKILL.md is left out: `name` is a, but the folder is a b",
  ]);
});

test("loadSkills reads no file of a skill with too many files", async () => {
  const read: string[] = [];
  const source: SkillSource = {
    list: async () =>
      new Map(["a/SKILL.md", "a/b"].map((path) => [path, true])),
    read: async (path) => void read.push(path),
  };
  const skills = await loadSkills(source, { maxFiles: 1 }, () => {});
  assert.equal([skills.size, read], [0, []]);
});

test("toSkillUri encodes each name of a path", () => {
  assert.is(toSkillUri("a b/ü?.md"), "skill://a%20b/%C3%BC%3F.md");
});

const URI = "skill://a%20b/SKILL.md";
const main = { uri: URI, digest: "sha256:0", size: 1 };
const other = { ...main, uri: "skill://a%20b/c%20d/e" };
const entry = {
  uri: URI,
  frontmatter: { name: "a b", description: "x" },
  resources: [main, other],
};

test("checkEntry returns the files of an entry by their decoded path", () => {
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
  [{ resources: Array(513).fill(main) }, "The skill has more than 512 files"],
  [
    { frontmatter: { name: "b", description: "x" } },
    "the path of the skill does not end with its name",
  ],
  [{ resources: [other] }, "the entry lacks the file SKILL.md"],
  [{ resources: [main, other, other] }, `${other.uri} occurs twice`],
  [
    { resources: [main, { ...main, uri: "skill://b/c" }] },
    "skill://b/c is not in the folder of the skill",
  ],
  [
    { resources: [main, { ...main, uri: "skill://a%20b/.." }] },
    "skill://a%20b/.. is not a valid path",
  ],
];
for (const [change, message] of ENTRIES)
  test(`checkEntry rejects an entry because ${message}`, () => {
    try {
      checkEntry({ ...entry, ...change }, {});
      assert.unreachable();
    } catch (error) {
      assert.is((error as Error).message, `${URI}: ${message}`);
    }
  });

const TEXT = skillText("a b");

/** Test cases: path, content of the file, options, and the error message. */
const READ: readonly (readonly [
  path: string,
  content: object,
  options: object,
  message: string,
])[] = [
  ["x", {}, {}, `${URI}: the skill has no file x`],
  [
    "SKILL.md",
    { text: TEXT },
    { approve: () => false },
    `${URI}: the user refused the skill`,
  ],
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
  test(`readSkill reports: ${message}`, async () => {
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
    assert.equal(
      [(error as Error).name, (error as Error).message],
      ["SkillError", message],
    );
  });

test("readSkill returns the media type, passes the signal, and uses a remembered decision", async () => {
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

test.run();
