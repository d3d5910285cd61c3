/** Tests of `resources/directory/read`, and of access to skills. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  connectToSkills,
  getFailure,
  listSkills,
  publishSkills,
  readContent,
  SKILL_FILES,
  skillText,
} from "../../harness/generated/skills.js";
import { writeTree } from "../../harness/program/folders.js";

const test = suite("skills: directories and access");

test("resources/directory/read lists the contents of a folder in pages", async () => {
  const { handlers } = await publishSkills(SKILL_FILES, {
    directoryRead: true,
    pageSize: 1,
  });
  const client = await connectToSkills(handlers);
  const { capabilities } = client.server as unknown as {
    capabilities: { extensions: object };
  };
  assert.equal(capabilities.extensions, {
    "io.modelcontextprotocol/skills": { directoryRead: true },
  });
  const page = (params: object) =>
    client.request("resources/directory/read", params) as Promise<{
      resources: { uri: string; mimeType: string; size?: number }[];
      nextCursor?: string;
    }>;
  const uri = "skill://review";
  const size = Buffer.byteLength(SKILL_FILES["review/SKILL.md"]);
  const first = await page({ uri });
  const second = await page({ uri, cursor: first.nextCursor });
  assert.equal(
    [...first.resources, ...second.resources].map((child) => [
      child.uri,
      child.mimeType,
      child.size,
    ]),
    [
      ["skill://review/SKILL.md", "text/markdown", size],
      ["skill://review/refs", "inode/directory", undefined],
    ],
  );
  assert.is(second.nextCursor, undefined);
  for (const uri of ["skill://team", "skill://team/"]) {
    const { resources } = await page({ uri });
    assert.equal(
      resources.map((child) => child.uri),
      ["skill://team/pdf"],
    );
  }
  for (const wrong of ["skill://review/SKILL.md", "skill://nothing"])
    assert.is(
      await getFailure(page({ uri: wrong })),
      `-32602 Unknown skill or folder: ${wrong}`,
    );
});

test("a client sends no resources/directory/read to a server that does not declare `directoryRead`", async () => {
  const { handlers } = await publishSkills(SKILL_FILES);
  const client = await connectToSkills(handlers);
  const uri = "skill://review";
  assert.is(
    await getFailure(client.request("resources/directory/read", { uri })),
    "capability resources/directory/read needs directoryRead of the extension io.modelcontextprotocol/skills, which the peer did not declare",
  );
});

test("resources/directory/read sorts the children of a folder, and refuses a cursor from another folder", async () => {
  const { handlers } = await publishSkills(
    {
      "t/a-b/SKILL.md": skillText("a-b"),
      "t/a/SKILL.md": skillText("a"),
      "t/a/x/y": "",
      "t/a/x/z": "",
    },
    { directoryRead: true, pageSize: 1 },
  );
  const client = await connectToSkills(handlers);
  const page = (uri: string, cursor?: string) =>
    client.request("resources/directory/read", { uri, cursor }) as Promise<{
      resources: { name: string }[];
      nextCursor: string;
    }>;
  const first = await page("skill://t");
  const second = await page("skill://t", first.nextCursor);
  assert.equal(
    [...first.resources, ...second.resources].map(({ name }) => name),
    ["a", "a-b"],
  );
  const inner = await page("skill://t/a/x");
  const skillsPage = await client.request("skills/list", {});
  const { nextCursor } = skillsPage as { nextCursor: string };
  for (const [uri, cursor] of [
    ["skill://t/a", inner.nextCursor],
    ["skill://t/a/x", first.nextCursor],
    ["skill://t/a", nextCursor],
    ["skill://t/a-b", nextCursor],
  ] as const)
    assert.match(await getFailure(page(uri, cursor)), "Invalid cursor");
});

test("a caller without access to a skill sees neither its entry nor its files", async () => {
  const denied = "skill://review/SKILL.md";
  const files = { ...SKILL_FILES, "team/pdf/x": "1" };
  const { handlers } = await publishSkills(files, {
    directoryRead: true,
    access: (uri: string, caller?: object) =>
      caller !== undefined && uri !== denied,
  });
  const client = await connectToSkills(handlers);
  const listed = await listSkills(client);
  assert.equal(
    listed.map(({ uri }) => uri),
    ["skill://team/pdf/SKILL.md"],
  );
  const resources = await client.request("resources/list", {});
  assert.is((resources as { resources: unknown[] }).resources.length, 1);
  for (const [method, uri] of [
    ["skills/get", denied],
    ["resources/read", denied],
    ["resources/read", "skill://review/refs/a%20b.md"],
    ["resources/directory/read", "skill://review"],
  ] as const)
    assert.match(
      await getFailure(client.request(method, { uri })),
      /Unknown skill|not found/,
    );
  assert.ok(await readContent(client, "skill://team/pdf/x"));
});

test("the access check of a skill applies to its files, even if the skill is added later to the folder of another skill", async () => {
  const { folder, handlers } = await publishSkills(
    { "a/SKILL.md": skillText("a"), "a/1b/SKILL.md": skillText("1b") },
    { access: (uri: string) => uri === "skill://a/SKILL.md" },
  );
  writeTree(folder, {
    "a/1b/x": "1",
    "a/c/SKILL.md": skillText("c"),
    "a/c/x": "2",
  });
  await handlers.reload();
  const client = await connectToSkills(handlers);
  for (const uri of ["skill://a/1b/x", "skill://a/c/x"])
    assert.match(await getFailure(readContent(client, uri)), "not found", uri);
});

test.run();
