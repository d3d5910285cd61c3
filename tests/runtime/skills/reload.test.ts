/** Tests of a server whose skills change while the server runs. */
import {
  mkdirSync,
  promises,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  connectToSkills,
  listSkills,
  loadSkillServer,
  publishSkills,
  readContent,
  SKILL_FILES,
  skillText,
} from "../../harness/generated/skills.js";
import { defer } from "../../harness/run/deferred.js";
import { withStoppedClock } from "../../harness/time/clock.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = suite("skills: reload");

const { skills } = await loadSkillServer();

/**
 * Publishes `SKILL_FILES`. The server checks the folder for changes only when
 * the test calls `check`.
 */
async function publishWatched() {
  const { setInterval } = globalThis;
  let check = (): void => {};
  const every = (run: () => void) => void (check = run);
  Object.assign(globalThis, { setInterval: every });
  const published = await publishSkills(SKILL_FILES, { watchMs: 1 });
  Object.assign(globalThis, { setInterval });
  return { ...published, check };
}

test("a server reads a changed file again, even if the size and modification time are unchanged", async () => {
  const { folder, handlers } = await publishSkills({
    "a/SKILL.md": skillText("a"),
    "a/b.txt": "1",
  });
  const path = join(folder, "a/b.txt");
  utimesSync(path, 1_000, 1_000);
  await handlers.reload();
  writeFileSync(path, "2");
  utimesSync(path, 1_000, 1_000);
  const client = await connectToSkills(handlers);
  const found = await readContent(client, "skill://a/b.txt");
  assert.is((found as { text: string }).text, "2");
});

test("clients are notified when a file of a skill changes", async () => {
  const { folder, handlers } = await publishSkills(SKILL_FILES, {
    watchMs: 10,
  });
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
  const { folder, handlers } = await publishSkills(SKILL_FILES);
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
  const { folder, handlers } = await publishSkills(SKILL_FILES);
  const client = await connectToSkills(handlers);
  const text = skillText("review", "Changed");
  writeFileSync(join(folder, "review/SKILL.md"), text);
  const uri = "skill://review/SKILL.md";
  const content = await readContent(client, uri);
  assert.is((content as { text: string }).text, text);
  const [review] = await listSkills(client);
  assert.is(review?.frontmatter.description, "Changed");
});

test("concurrent requests for a changed file share one reload", async () => {
  const files = { "a/SKILL.md": skillText("a") };
  const client = await connectToSkills(await skills({ files }));
  const uri = "skill://a/SKILL.md";
  files["a/SKILL.md"] = skillText("a", "Changed");
  await readContent(client, uri);
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
  await Promise.all([readContent(client, uri), readContent(client, uri)]);
  Reflect.deleteProperty(subtle, "digest");
  // Each request computes two digests, and the reload computes one.
  assert.is(started, 5);
});

test("a read returns the new content of a file that changes while another request reloads the skills", async () => {
  const files = { "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") };
  const client = await connectToSkills(await skills({ files }));
  const reloadEnds = defer<undefined>();
  const { subtle } = crypto;
  const digest = subtle.digest.bind(subtle);
  let started = 0;
  subtle.digest = async (...args) => {
    // The first digest belongs to the request. The next two belong to the
    // reload, which has then read both files.
    if ((started += 1) === 3) await reloadEnds.promise;
    return digest(...args);
  };
  files["a/SKILL.md"] = skillText("a", "Changed");
  const first = readContent(client, "skill://a/SKILL.md");
  await waitUntil("the reload has read both files", () => started === 3);
  const text = skillText("b", "Changed");
  files["b/SKILL.md"] = text;
  const second = readContent(client, "skill://b/SKILL.md");
  await waitUntil("the second request waits", () => started === 4);
  reloadEnds.resolve(undefined);
  await first;
  assert.is(((await second) as { text: string }).text, text);
  Reflect.deleteProperty(subtle, "digest");
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

test("if a newer reload replaces a reload, the next check still finds the changes that the older reload saw", async () => {
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
    const { handlers } = await publishSkills(SKILL_FILES, { watchMs: 7 });
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

test.run();
