/** Tests of a server that publishes skills. */
import { createHash } from "node:crypto";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { temporaryFolder } from "../../harness/program/folders.js";
import {
  connectToSkills,
  getFailure,
  listSkills,
  loadSkillServer,
  publishSkills,
  readContent,
  SKILL_FILES,
  skillText,
} from "../../harness/generated/skills.js";
import type { SkillFileEntry } from "../../../runtime/skills/skill.js";

const test = suite("skills: server");

const { skills } = await loadSkillServer();
const sha256 = (text: string): string =>
  `sha256:${createHash("sha256").update(text).digest("hex")}`;

test("a server lists the skills of a folder with digests and sizes", async () => {
  const { handlers, errors } = await publishSkills(SKILL_FILES);
  const client = await connectToSkills(handlers);
  const uri = "skill://review/SKILL.md";
  const [review, pdf, ...more] = await listSkills(client);
  assert.equal(more, []);
  assert.is(pdf?.uri, "skill://team/pdf/SKILL.md");
  const file = (uri: string, text: string) => {
    return { uri, digest: sha256(text), size: Buffer.byteLength(text) };
  };
  assert.equal(review, {
    uri,
    frontmatter: { name: "review", description: "Does review" },
    resources: [
      file(uri, SKILL_FILES["review/SKILL.md"]),
      file("skill://review/refs/a%20b.md", "# A\n"),
    ],
  });
  const got = await client.request("skills/get", { uri });
  const { skill, ttlMs } = got as { skill: unknown; ttlMs: unknown };
  assert.equal([skill, ttlMs], [review, 0]);
  const mimeType = "text/markdown";
  const a = "skill://review/refs/a%20b.md";
  assert.equal(await readContent(client, a), {
    uri: a,
    mimeType,
    text: "# A\n",
  });
  const shown = await client.request("resources/list", {});
  assert.equal(
    (shown as { resources: unknown[] }).resources,
    ["pdf", "review"].map((name, index) => ({
      uri: [pdf?.uri, uri][index],
      name,
      description: `Does ${name}`,
      mimeType,
    })),
  );
  const { capabilities } = client.server as unknown as {
    capabilities: { resources?: object; extensions?: object };
  };
  assert.equal(capabilities.extensions, {
    "io.modelcontextprotocol/skills": {},
  });
  assert.ok(capabilities.resources);
  assert.equal(errors, []);
});

test("a server refuses URIs that are not files of its skills", async () => {
  const { handlers } = await publishSkills(SKILL_FILES);
  const client = await connectToSkills(handlers);
  for (const uri of [
    "skill://README.md",
    "skill://review/../README.md",
    "skill://review/%2e%2e/README.md",
    "skill://review/refs",
    "skill://review/%zz",
    "skill://.git/config",
    "skill://other/SKILL.md",
  ]) {
    assert.is(
      await getFailure(readContent(client, uri)),
      `-32602 Resource not found: ${uri}`,
    );
    assert.is(
      await getFailure(client.request("skills/get", { uri })),
      `-32602 Unknown skill or folder: ${uri}`,
    );
  }
});

const BROKEN: readonly (readonly [
  path: string,
  text: string,
  message: string,
])[] = [
  ["a/SKILL.md", "# No frontmatter", "must start with frontmatter"],
  [
    "a/SKILL.md",
    skillText("b"),
    "`name` is b, but must be a, the name of the folder (skill://a/SKILL.md)",
  ],
  ["A/SKILL.md", skillText("A"), "`name` may only have lowercase letters"],
  ["a/SKILL.md", skillText("a", "''"), "`description` must be a text"],
  ["a/SKILL.md", skillText("a", "x".repeat(1025)), "1 to 1024 characters"],
  ["a/SKILL.md", skillText("a", "&x 1"), "Line 3 of SKILL.md"],
  [
    "a/SKILL.md",
    skillText("a", "\0"),
    "The file is not text; save it in the encoding UTF-8",
  ],
  ["SKILL.md", skillText("a"), "pass the parent folder"],
];
for (const [path, text, message] of BROKEN)
  test(`a server does not list a broken skill, and reports the error: ${message}`, async () => {
    const { handlers, errors } = await publishSkills({
      "good/SKILL.md": skillText("good"),
      [path]: text,
    });
    const listed = await listSkills(await connectToSkills(handlers));
    assert.equal(
      listed.map(({ uri }) => uri),
      ["skill://good/SKILL.md"],
    );
    assert.is(errors.length, 1);
    assert.match(errors[0] ?? "", `The skill ${path} is left out: `);
    assert.match(errors[0] ?? "", message);
  });

test("a server does not list a skill that contains a symbolic link", async () => {
  const outside = temporaryFolder();
  writeFileSync(join(outside, "secret"), "secret");
  const { folder, handlers, errors } = await publishSkills({
    "a/SKILL.md": skillText("a"),
    "b/SKILL.md": skillText("b"),
    "b/file": "1",
  });
  symlinkSync(join(outside, "secret"), join(folder, "a/link"));
  await handlers.reload();
  const client = await connectToSkills(handlers);
  assert.is((await listSkills(client)).length, 1);
  assert.match(
    errors[0] ?? "",
    "a/link is not a regular file; replace a symbolic link with a copy of its target",
  );
  // The server also does not follow a link that has replaced a published file.
  rmSync(join(folder, "b/file"));
  symlinkSync(join(outside, "secret"), join(folder, "b/file"));
  assert.match(
    await getFailure(readContent(client, "skill://b/file")),
    "not found",
  );
});

for (const [limit, message] of [
  [{ maxFiles: 1 }, "more than 1 files"],
  [{ maxBytes: 60 }, "60 bytes"],
] as const)
  test(`a server does not list a skill above the limit ${JSON.stringify(limit)}`, async () => {
    const { handlers, errors } = await publishSkills(
      { "a/SKILL.md": skillText("a"), "a/b": "x".repeat(50) },
      limit,
    );
    assert.equal(await listSkills(await connectToSkills(handlers)), []);
    assert.match(errors[0] ?? "", message);
  });

test("a skill in the folder of another skill has a separate entry", async () => {
  const { handlers } = await publishSkills({
    "a/SKILL.md": skillText("a"),
    "a/b/SKILL.md": skillText("b"),
  });
  const client = await connectToSkills(handlers);
  const files = (await listSkills(client)).map(({ resources }) =>
    (resources as SkillFileEntry[]).map(({ uri }) => uri),
  );
  const [a, b] = ["skill://a/SKILL.md", "skill://a/b/SKILL.md"];
  assert.equal(files, [[a, b], [b]]);
});

test("a server can serve skills from memory together with other resources", async () => {
  const { resources } = await loadSkillServer();
  const memory = await skills({
    files: {
      "a/SKILL.md": skillText("a"),
      "a/x.bin": new Uint8Array([0, 255]),
    },
  });
  const client = await connectToSkills({
    ...resources({ "test://x": { read: () => "x" } }),
    ...memory,
  });
  assert.is((await listSkills(client)).length, 1);
  const uri = "skill://a/x.bin";
  const mimeType = "application/octet-stream";
  assert.equal(await readContent(client, uri), { uri, mimeType, blob: "AP8=" });
  assert.equal(await readContent(client, "test://x"), {
    uri: "test://x",
    text: "x",
  });
});

for (const [about, from, message] of [
  [
    "a folder that does not exist",
    "/nowhere/skills",
    "Cannot read the folder of skills",
  ],
  ["an object without files", {}, "skills() has no files. Pass "],
  [
    "a path in memory with ..",
    { files: { "../a": "" } },
    "Not a relative path",
  ],
] as const)
  test(`skills() refuses ${about}`, async () => {
    assert.match(await getFailure(skills(from)), message);
  });

test.run();
