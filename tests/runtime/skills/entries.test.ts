/** Unit tests of the rules for a skill's entry, and of `readSkill`. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readSkill } from "../../../runtime/skills/client.js";
import {
  checkEntry,
  checkSize,
  digestFile,
} from "../../../runtime/skills/skill.js";
import { skillText } from "../../harness/generated/skills.js";

const test = suite("skills: entries");

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
    description: "\u{1F600}".repeat(1024),
    compatibility: "x".repeat(500),
    metadata: { version: "1.0" },
  };
  assert.is(checkEntry({ ...entry, frontmatter }, {}).size, 2);
  const empty = { ...frontmatter, compatibility: null, metadata: null };
  assert.is(checkEntry({ ...entry, frontmatter: empty }, {}).size, 2);
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
    ["name", "a".repeat(65), 64],
    ["name", 1, 64],
    ["description", "\u{1F600}".repeat(1025), 1024],
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
  ...["A", "a--b", "-a", "a-"].map((name): [object, string] => [
    { frontmatter: { name, description: "x" } },
    "`name` may only have lowercase letters, digits and single hyphens",
  ]),
  ...["x", ["x"], { a: "b", version: 1 }].map((metadata): [object, string] => [
    { frontmatter: { ...entry.frontmatter, metadata } },
    `\`metadata\` must map names to texts in quotes${typeof metadata === "object" && "a" in metadata ? ", but version is not a text" : ""}`,
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

test.run();
