/** Tests of a server that publishes skills. */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  promises,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { temporaryFolder, writeTree } from "../../harness/program/folders.js";
import {
  connectToSkills,
  listSkills,
  loadSkillServer,
  skillText,
} from "../../harness/generated/skills.js";
import { defer } from "../../harness/run/deferred.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import { waitUntil } from "../../harness/run/time-limit.js";
import type { SkillFileEntry } from "../../../runtime/skills/skill.js";
import type { Client } from "../../harness/generated/modules.js";

const test = suite("skills: server");

const { skills } = await loadSkillServer();
const failure = (promise: Promise<unknown>) =>
  promise.then(() => "it did not fail", String);
const sha256 = (text: string): string =>
  `sha256:${createHash("sha256").update(text).digest("hex")}`;
const read = async (client: Client, uri: string): Promise<unknown> => {
  const result = await client.request("resources/read", { uri });
  return (result as { contents: unknown[] }).contents[0];
};

/** Writes files to a folder and publishes the skills of the folder. */
async function publish(files: Record<string, string>, settings: object = {}) {
  const folder = temporaryFolder();
  writeTree(folder, files);
  const errors: string[] = [];
  const handlers = await skills(folder, {
    watchMs: 0,
    onError: ({ message }: Error) => errors.push(message),
    ...settings,
  });
  return { folder, errors, handlers };
}

const FILES = {
  "review/SKILL.md": skillText("review"),
  "review/refs/a b.md": "# A\n",
  "team/pdf/SKILL.md": skillText("pdf"),
  "README.md": "not part of a skill",
  ".git/config": "hidden",
  "review/.hidden": "hidden",
};

/**
 * Publishes `FILES`. The server checks the folder for changes only when the
 * test calls `check`.
 */
async function publishWatched() {
  const { setInterval } = globalThis;
  let check = (): void => {};
  const every = (run: () => void) => void (check = run);
  Object.assign(globalThis, { setInterval: every });
  const published = await publish(FILES, { watchMs: 1 });
  Object.assign(globalThis, { setInterval });
  return { ...published, check };
}

test("a server lists the skills of a folder with digests and sizes", async () => {
  const { handlers, errors } = await publish(FILES);
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
      file(uri, FILES["review/SKILL.md"]),
      file("skill://review/refs/a%20b.md", "# A\n"),
    ],
  });
  const got = await client.request("skills/get", { uri });
  const { skill, ttlMs } = got as { skill: unknown; ttlMs: unknown };
  assert.equal([skill, ttlMs], [review, 0]);
  const mimeType = "text/markdown";
  const a = "skill://review/refs/a%20b.md";
  assert.equal(await read(client, a), { uri: a, mimeType, text: "# A\n" });
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
  const { handlers } = await publish(FILES);
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
    assert.match(await failure(read(client, uri)), "Resource not found", uri);
    assert.match(
      await failure(client.request("skills/get", { uri })),
      `Unknown skill or folder: ${uri}`,
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
  ["A/SKILL.md", skillText("A"), "`name` must have 1 to 64 lowercase"],
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
    const { handlers, errors } = await publish({
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
  const { folder, handlers, errors } = await publish({
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
  assert.match(await failure(read(client, "skill://b/file")), "not found");
});

for (const [limit, message] of [
  [{ maxFiles: 1 }, "more than 1 files"],
  [{ maxBytes: 60 }, "60 bytes"],
] as const)
  test(`a server does not list a skill above the limit ${JSON.stringify(limit)}`, async () => {
    const { handlers, errors } = await publish(
      { "a/SKILL.md": skillText("a"), "a/b": "x".repeat(50) },
      limit,
    );
    assert.equal(await listSkills(await connectToSkills(handlers)), []);
    assert.match(errors[0] ?? "", message);
  });

test("a skill in the folder of another skill has a separate entry", async () => {
  const { handlers } = await publish({
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

test("a caller without access to a skill sees neither its entry nor its files", async () => {
  const denied = "skill://review/SKILL.md";
  const files = { ...FILES, "team/pdf/x": "1" };
  const { handlers } = await publish(files, {
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
      await failure(client.request(method, { uri })),
      /Unknown skill|not found/,
    );
  assert.ok(await read(client, "skill://team/pdf/x"));
});

test("resources/directory/read lists the contents of a folder in pages", async () => {
  const { handlers } = await publish(FILES, {
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
  const size = Buffer.byteLength(FILES["review/SKILL.md"]);
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
    assert.match(
      await failure(page({ uri: wrong })),
      "Unknown skill or folder",
    );
});

test("resources/directory/read sorts the children of a folder, and refuses a cursor from another folder", async () => {
  const { handlers } = await publish(
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
    assert.match(await failure(page(uri, cursor)), "Invalid cursor");
});

test("the access check of a skill applies to its files, even if the skill is added later to the folder of another skill", async () => {
  const { folder, handlers } = await publish(
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
    assert.match(await failure(read(client, uri)), "not found", uri);
});

test("a server reads a changed file again, even if the size and modification time are unchanged", async () => {
  const { folder, handlers } = await publish({
    "a/SKILL.md": skillText("a"),
    "a/b.txt": "1",
  });
  const path = join(folder, "a/b.txt");
  utimesSync(path, 1_000, 1_000);
  await handlers.reload();
  writeFileSync(path, "2");
  utimesSync(path, 1_000, 1_000);
  const client = await connectToSkills(handlers);
  const found = await read(client, "skill://a/b.txt");
  assert.is((found as { text: string }).text, "2");
});

test("clients are notified when a file of a skill changes", async () => {
  const { folder, handlers } = await publish(FILES, { watchMs: 10 });
  let changes = 0;
  const client = await connectToSkills(handlers);
  const stop = new AbortController();
  const listening = client.request(
    "subscriptions/listen",
    { notifications: { resourcesListChanged: true } },
    {
      signal: stop.signal,
      onNotification: (method: string) => {
        if (method === "notifications/resources/list_changed") changes += 1;
      },
    },
  );
  listening.catch(() => {});
  mkdirSync(join(folder, "new"));
  writeFileSync(join(folder, "new/SKILL.md"), skillText("new"));
  await waitUntil("the client is notified", () => changes > 0);
  assert.is((await listSkills(client)).length, 3);
  stop.abort();
  handlers.close();
});

test("a skill whose folder was deleted is not listed after a reload", async () => {
  const { folder, handlers } = await publish(FILES);
  const client = await connectToSkills(handlers);
  rmSync(join(folder, "review"), { recursive: true });
  await handlers.reload();
  const uris = async (method: string, list: string) => {
    const result = (await client.request(method, {})) as object;
    const entries = (result as Record<string, { uri: string }[]>)[list] ?? [];
    return entries.map(({ uri }) => uri);
  };
  const pdf = ["skill://team/pdf/SKILL.md"];
  assert.equal(await uris("skills/list", "skills"), pdf);
  assert.equal(await uris("resources/list", "resources"), pdf);
});

test("a read returns the new content of a file that has changed since it was listed", async () => {
  const { folder, handlers } = await publish(FILES);
  const client = await connectToSkills(handlers);
  const text = skillText("review", "Changed");
  writeFileSync(join(folder, "review/SKILL.md"), text);
  const uri = "skill://review/SKILL.md";
  const content = await read(client, uri);
  assert.is((content as { text: string }).text, text);
  const [review] = await listSkills(client);
  assert.is(review?.frontmatter.description, "Changed");
});

test("concurrent requests for a changed file share one reload", async () => {
  const files = { "a/SKILL.md": skillText("a") };
  const client = await connectToSkills(await skills({ files }));
  const uri = "skill://a/SKILL.md";
  files["a/SKILL.md"] = skillText("a", "Changed");
  await read(client, uri);
  const bothRead = defer<undefined>();
  const { subtle } = crypto;
  const digest = subtle.digest.bind(subtle);
  let started = 0;
  let ended = 0;
  subtle.digest = async (...args) => {
    if ((started += 1) > 2) await bothRead.promise;
    const bytes = await digest(...args);
    if ((ended += 1) === 2) setImmediate(() => bothRead.resolve(undefined));
    return bytes;
  };
  files["a/SKILL.md"] = skillText("a", "Changed again");
  await Promise.all([read(client, uri), read(client, uri)]);
  Reflect.deleteProperty(subtle, "digest");
  // Each request computes two digests, and the reload computes one.
  assert.is(started, 5);
});

test("if two reloads overlap, the server publishes the skills that the later reload has read", async () => {
  const files = { "a/SKILL.md": skillText("a") };
  const handlers = await skills({ files });
  const client = await connectToSkills(handlers);
  const gate = defer<undefined>();
  const { subtle } = crypto;
  const digest = subtle.digest.bind(subtle);
  subtle.digest = async (...args) => {
    await gate.promise;
    return digest(...args);
  };
  files["a/SKILL.md"] = skillText("a", "Earlier");
  const earlier = handlers.reload();
  await new Promise(setImmediate);
  Reflect.deleteProperty(subtle, "digest");
  files["a/SKILL.md"] = skillText("a", "Later");
  await handlers.reload();
  gate.resolve(undefined);
  await earlier;
  const [skill] = await listSkills(client);
  assert.is(skill?.frontmatter.description, "Later");
});

test("if a reload is ignored, the next check still finds the changes that this reload has listed", async () => {
  const { folder, handlers, check } = await publishWatched();
  const client = await connectToSkills(handlers);
  const [reached, gate] = [defer<undefined>(), defer<undefined>()];
  const { stat } = promises;
  const stopped = async (path: string) => {
    Object.assign(promises, { stat });
    reached.resolve(undefined);
    await gate.promise;
    return stat(path);
  };
  Object.assign(promises, { stat: stopped });
  const earlier = handlers.reload();
  await reached.promise;
  await handlers.reload();
  const path = join(folder, "review/SKILL.md");
  writeFileSync(path, skillText("review", "Changed"));
  gate.resolve(undefined);
  await earlier;
  check();
  await waitUntil("the server publishes the change", async () => {
    const [review] = await listSkills(client);
    return review?.frontmatter.description === "Changed";
  });
});

test("the check of a folder that was deleted reports an error", async () => {
  const { folder, errors, check } = await publishWatched();
  rmSync(folder, { recursive: true });
  check();
  await waitUntil("the error is reported", () => errors.length > 0);
  assert.equal(errors, [
    `Cannot read the folder of skills ${folder}. Pass the path of an existing folder.`,
  ]);
});

test("closing the handlers ends the checks of the folder", () =>
  withStoppedClock(async (clock) => {
    const { handlers } = await publish(FILES, { watchMs: 7 });
    assert.equal(clock.pending, [7]);
    handlers.close();
    assert.equal(clock.pending, []);
  }));

test("the check of an unchanged folder opens no file", async () => {
  const { open } = promises;
  let opened = 0;
  const count = (...args: Parameters<typeof open>) => {
    opened += 1;
    return open(...args);
  };
  const { handlers, check } = await publishWatched();
  Object.assign(promises, { open: count });
  check();
  // The reload opens the three files of the skills.
  await handlers.reload();
  Object.assign(promises, { open });
  assert.is(opened, 3);
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
  assert.equal(await read(client, uri), { uri, mimeType, blob: "AP8=" });
  assert.equal(await read(client, "test://x"), { uri: "test://x", text: "x" });
});

for (const [about, from, message] of [
  [
    "a folder that does not exist",
    "/nowhere/skills",
    "Cannot read the folder of skills",
  ],
  ["an object without files", {}, "TypeError: skills() has no files. Pass "],
  [
    "a path in memory with ..",
    { files: { "../a": "" } },
    "Not a relative path",
  ],
] as const)
  test(`skills() refuses ${about}`, async () => {
    assert.match(await failure(skills(from)), message);
  });

test.run();
