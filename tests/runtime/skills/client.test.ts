/**
 * Tests of `readSkill`, with which a client reads skills from untrusted
 * servers.
 */
import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  connectToSkills,
  listSkills,
  loadSkillClient,
  loadSkillServer,
  skillText,
} from "../../harness/generated/skills.js";
import type {
  SkillEntry,
  SkillFileEntry,
} from "../../../runtime/skills/skill.js";

const test = suite("skills: client");

const { readSkill } = await loadSkillClient();
const { skills } = await loadSkillServer();
const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "it did not fail",
    ({ message }: Error) => message,
  );

const URI = "skill://a/SKILL.md";
const TEXT = skillText("a");
const OTHER = "other\n";

function file(uri: string, text: string): SkillFileEntry {
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  return { uri, digest, size: Buffer.byteLength(text) };
}

const MAIN = file(URI, TEXT);
const ENTRY: SkillEntry = {
  uri: URI,
  frontmatter: { name: "a", description: "Does a" },
  resources: [MAIN, file("skill://a/b.md", OTHER)],
};

/**
 * Returns a simulated client that answers `resources/read` with the given
 * contents, and a list of the URIs that were read.
 */
function createReader(contents: readonly object[]) {
  const read: string[] = [];
  const request = async (_method: string, { uri }: { uri: string }) => {
    read.push(uri);
    return { contents: contents.map((content) => ({ uri, ...content })) };
  };
  return { read, request };
}

test("a client reads a file of a skill only when the program calls `readSkill()`", async () => {
  let reads = 0;
  const files = { "a/SKILL.md": TEXT, "a/b c.bin": new Uint8Array([0, 255]) };
  const own = await skills({ files });
  const handlers = own as unknown as Record<
    string,
    (...args: readonly unknown[]) => unknown
  >;
  const client = await connectToSkills({
    ...handlers,
    "resources/read": (...args: readonly unknown[]) => {
      reads += 1;
      return handlers["resources/read"]?.(...args);
    },
  });
  const [skill = assert.unreachable()] = await listSkills(client);
  assert.is(reads, 0);
  const main = await readSkill(client, skill as SkillEntry);
  assert.is(main.body, "Use a.\n");
  const binary = await readSkill(client, skill as SkillEntry, "b c.bin");
  assert.equal([...binary.bytes], [0, 255]);
  assert.is(reads, 2);
});

const wrong = (change: Partial<SkillEntry>): SkillEntry => ({
  ...ENTRY,
  ...change,
});
const HUGE = { ...MAIN, size: 20_000_000 };
const ENTRIES: readonly (readonly [
  about: string,
  entry: SkillEntry,
  message: string,
])[] = [
  [
    "has a file of a negative size",
    wrong({
      resources: [HUGE, { ...MAIN, uri: "skill://a/b", size: -HUGE.size }],
    }),
    "more than 16777216 bytes",
  ],
  ["lists a file twice", wrong({ resources: [MAIN, MAIN] }), "occurs twice"],
  [
    "has another name than its path",
    wrong({ frontmatter: { name: "b", description: "x" } }),
    "`name` is b",
  ],
  [
    "has a folder that only ends with its name",
    wrong({
      uri: "skill://xa/SKILL.md",
      resources: [{ ...MAIN, uri: "skill://xa/SKILL.md" }],
    }),
    "`name` is a",
  ],
  [
    "lists a file with an encoded slash",
    wrong({ resources: [MAIN, file("skill://a/b%2Fc", "")] }),
    "b%2Fc",
  ],
  [
    "has no description",
    wrong({ frontmatter: { name: "a", description: " " } }),
    "`description` must be a text",
  ],
  [
    "lists a file outside its folder",
    wrong({ resources: [MAIN, file("skill://a/../b", "")] }),
    "is not a valid path",
  ],
];
for (const [about, entry, message] of ENTRIES)
  test(`a client reads nothing of a skill whose entry ${about}`, async () => {
    const reader = createReader([{ text: TEXT }]);
    assert.match(await messageOf(readSkill(reader, entry)), message);
    assert.equal(reader.read, []);
  });

test("the error message about an invalid skill has at most 10,000 characters", async () => {
  const uri = "skill://a/\x1b[2J\u202E%2fb";
  const entry = wrong({ resources: [MAIN, file(uri, "")] });
  const text = await readSkill(createReader([]), entry).catch(String);
  const shown = "skill://a/SKILL.md: skill://a/\uFFFD[2J\uFFFD%2fb";
  assert.is(text, `ConnectionError: ${shown} is not a valid path`);
  const long = wrong({ uri: `skill://${"x".repeat(100_000)}/SKILL.md` });
  const { message } = (await readSkill(createReader([]), long).catch(
    (error: Error) => error,
  )) as Error;
  assert.is(message.length, 10_000);
});

const SIZE = `the file does not have ${MAIN.size} bytes`;
const FILE = "the result is not this one file";
const CONTENTS: readonly (readonly [
  message: string,
  about: string,
  contents: readonly object[],
])[] = [
  [SIZE, "is not valid Base64", [{ blob: "%%%" }]],
  [SIZE, "has neither text nor bytes", [{}]],
  [FILE, "has the URI of another file", [{ uri: "skill://b", text: TEXT }]],
  [FILE, "comes with a second file", [{ text: TEXT }, { text: OTHER }]],
  [FILE, "is missing", []],
];
for (const [message, about, contents] of CONTENTS)
  test(`a client refuses a file that ${about}`, async () => {
    const read = readSkill(createReader(contents), ENTRY);
    assert.is(await messageOf(read), `${URI}: ${message}`);
  });

test("a client refuses to read a path that is not a file of the skill", async () => {
  const reader = createReader([{ text: TEXT }]);
  for (const path of ["../b", "c.md", "/b.md", "skill://a/b.md"])
    assert.is(
      await messageOf(readSkill(reader, ENTRY, path)),
      `${URI}: the skill has no file ${path}`,
    );
  assert.equal(reader.read, []);
});

test("the user is asked for consent only once for each version of a skill", async () => {
  const reader = createReader([{ text: TEXT }]);
  const asked: object[] = [];
  const stored = new Map<string, boolean>();
  const store = {
    get: async (digest: string) => stored.get(digest),
    set: async (digest: string, allow: boolean) => {
      await new Promise(setImmediate);
      // The skill is read only after the decision is stored.
      assert.is(reader.read.length, reads);
      stored.set(digest, allow);
    },
  };
  let reads = 0;
  const options = {
    store,
    approve: ({ digest, ...shown }: { digest: string }) => {
      reads = reader.read.length;
      asked.push({ ...shown, reads });
      return digest !== "";
    },
  };
  await readSkill(reader, ENTRY, "SKILL.md", options);
  await readSkill(reader, ENTRY, "SKILL.md", options);
  assert.equal(asked, [
    {
      server: undefined,
      uri: URI,
      name: "a",
      description: "Does a",
      reads: 0,
    },
  ]);
  // If the list of supporting files differs, the skill counts as a new version,
  // and the user is asked again.
  const changed = wrong({ resources: [MAIN] });
  await readSkill(reader, changed, "SKILL.md", options);
  assert.is(asked.length, 2);
  // The same skill of another server counts as a different skill, so the user
  // is asked again.
  const other = { ...reader, label: "other" };
  await readSkill(other, changed, "SKILL.md", options);
  assert.is(asked.length, 3);
  assert.equal([...stored.values()], [true, true, true]);
});

test("the order of members in a skill's frontmatter does not matter", async () => {
  const frontmatter = { description: "Does a", name: "a" };
  const reader = createReader([{ text: TEXT }]);
  const { body } = await readSkill(reader, { ...ENTRY, frontmatter });
  assert.is(body, "Use a.\n");
});

test("a skill that the user has refused is not read", async () => {
  const reader = createReader([{ text: TEXT }]);
  let asked = 0;
  const approve = () => (asked += 1) < 0;
  const options = { approve, store: new Map<string, boolean>() };
  for (let count = 0; count < 2; count += 1) {
    const promise = readSkill(reader, ENTRY, "SKILL.md", options);
    assert.is(await messageOf(promise), "User rejected skill");
  }
  assert.equal([reader.read, asked], [[], 1]);
});

test.run();
