/** Tests of token stores for one process and for several processes. */
import { fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getReason } from "../../harness/oauth/world.js";
import { temporaryFolder } from "../../harness/program/folders.js";
import { fileStore } from "../../../runtime/oauth/client/stores/file-store.js";
import {
  memoryStore,
  type OAuthStore,
} from "../../../runtime/oauth/client/stores/store.js";
import type { AddressInfo } from "node:net";
import { closing } from "../../harness/run/closing.js";
import { requirement } from "../../harness/run/requirement.js";
import { failOnExit } from "../../harness/program/child.js";
import { waitUntil } from "../../harness/run/time-limit.js";

const test = suite("oauth client: stores");
const atEnd = closing(test);
const { now } = Date;
test.after.each(() => void (Date.now = now));

const STORES: readonly (readonly [string, () => OAuthStore])[] = [
  ["memoryStore", memoryStore],
  ["fileStore", () => fileStore(join(temporaryFolder(), "a/b"))],
];
for (const [name, make] of STORES)
  test(`${name} swaps a value only if the current value is the expected value`, async () => {
    const store = make();
    const steps: readonly (readonly [
      expected: string | undefined,
      next: string | undefined,
      done: boolean,
      then: string | undefined,
    ])[] = [
      ["x", "a", false, undefined],
      [undefined, "a", true, "a"],
      [undefined, "b", false, "a"],
      ["b", "c", false, "a"],
      ["a", "b", true, "b"],
      ["b", undefined, true, undefined],
      [undefined, undefined, true, undefined],
      [undefined, "c", true, "c"],
    ];
    for (const [expected, next, done, then] of steps) {
      assert.is(await store.swap("k ./é", expected, next), done);
      assert.is(await store.get("k ./é"), then);
    }
    assert.is(await store.get("other"), undefined);
  });

requirement("03fa002cd862 b55db2c64e90 fb23b1c9f948 1d3c016d5a8b");
test("fileStore writes each value to a private file whose name is a hash of the key", async () => {
  const folder = join(temporaryFolder(), "tokens");
  const store = fileStore(folder);
  for (const [from, to] of [
    [undefined, "a"],
    ["a", "b"],
    ["b", "c"],
  ] as const)
    assert.ok(await store.swap("https://s.example", from, to));
  await store.swap("other", undefined, "x");
  assert.is(statSync(folder).mode & 0o777, 0o700);
  const names = readdirSync(folder);
  assert.is(names.length, 2);
  for (const name of names) {
    assert.match(name, /^[\w-]{43}\.\d+$/);
    assert.is(statSync(join(folder, name)).mode & 0o777, 0o600);
  }
  // Another store object for the same folder reads the stored value.
  assert.is(await fileStore(folder).get("https://s.example"), "c");
});

test("fileStore ignores an old value that a delayed process writes again", async () => {
  const folder = temporaryFolder();
  const store = fileStore(folder);
  await store.swap("k", undefined, "1");
  const [file = ""] = readdirSync(folder);
  await store.swap("k", "1", "2");
  await store.swap("k", "2", "3");
  // Simulate a delayed process: it creates the first file again after another
  // process has removed it.
  writeFileSync(join(folder, file), "1");
  assert.is(await store.get("k"), "3");
  assert.not(await store.swap("k", "1", "4"));
  assert.is(await store.get("k"), "3");
});

/**
 * Files, folders and links that `fileStore` did not write, by the suffix of
 * their names.
 */
const FOREIGN: {
  readonly [suffix: string]: (path: string, file: string) => void;
} = {
  "1.bak": (path) => writeFileSync(path, "x"),
  old: (path) => writeFileSync(path, "x"),
  "1e3": (path) => writeFileSync(path, "x"),
  "0x10": (path) => writeFileSync(path, "x"),
  "09": (path) => writeFileSync(path, "x"),
  Infinity: (path) => writeFileSync(path, "x"),
  "2": (path) => symlinkSync("missing", path),
  "3": (path) => mkdirSync(path),
  "4": (path, file) => symlinkSync(file, path),
};
for (const [suffix, add] of Object.entries(FOREIGN))
  test(`fileStore ignores an unknown file, link or folder with the suffix .${suffix}`, async () => {
    const folder = join(temporaryFolder(), "tokens");
    const store = fileStore(folder);
    await store.swap("k", undefined, "1");
    const [file = ""] = readdirSync(folder);
    add(join(folder, file.replace(/\d+$/, suffix)), file);
    assert.is(await store.get("k"), "1");
    for (const value of [2, 3, 4, 5])
      assert.ok(await store.swap("k", `${value - 1}`, `${value}`));
    assert.is(await store.get("k"), "5");
    assert.is(readdirSync(folder).length, 2);
  });

test("fileStore reads and replaces a file whose version number has 30 digits", async () => {
  const folder = join(temporaryFolder(), "tokens");
  const store = fileStore(folder);
  await store.swap("k", undefined, "1");
  const [file = ""] = readdirSync(folder);
  writeFileSync(join(folder, file.replace(/\d+$/, "9".repeat(30))), "2");
  assert.is(await store.get("k"), "2");
  assert.ok(await store.swap("k", "2", "3"));
  assert.is(await store.get("k"), "3");
});

test("fileStore rejects if its folder is a link to a missing folder", async () => {
  const folder = join(temporaryFolder(), "tokens");
  symlinkSync(join(folder, "missing"), folder);
  const store = fileStore(folder);
  assert.match(
    await getReason(Promise.resolve(store.swap("k", undefined, "1"))),
    /ENOENT|ELOOP|EEXIST/,
  );
});

test("fileStore throws for a folder that the group or other users can write to", async () => {
  const folder = temporaryFolder();
  const store = fileStore(folder);
  await store.swap("k", undefined, "1");
  for (const mode of [0o757, 0o775, 0o720]) {
    chmodSync(folder, mode);
    for (const use of [() => store.get("k"), () => store.swap("k", "1", "2")])
      assert.match(
        await getReason(Promise.resolve(use())),
        /other users may write to it/,
      );
  }
  chmodSync(folder, 0o755);
  assert.is(await store.get("k"), "1");
});

/**
 * Starts an authorization server that accepts each refresh token only once. The
 * MCP server accepts an access token from at most `processes` processes, and
 * then refuses it.
 */
async function startRotatingServer(processes = Infinity) {
  let count = 1;
  let spentTwice = 0;
  const spent = new Set<string>();
  const users = new Map<string, Set<unknown>>();
  const server = createServer((request, reply) => {
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const send = (value: object, status = 200, headers = {}): void => {
      reply.writeHead(status, {
        "content-type": "application/json",
        ...headers,
      });
      reply.end(JSON.stringify(value));
    };
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      if (request.url === "/mcp") {
        const token = request.headers.authorization?.slice(7) ?? "";
        const used = users.get(token);
        if (!used || used.size >= processes) return send({}, 401);
        used.add(request.headers["x-process"]);
        return send({});
      }
      if (request.url?.includes("oauth-protected-resource"))
        return send({ resource: `${own}/mcp`, authorization_servers: [own] });
      if (request.url?.startsWith("/.well-known/oauth-auth"))
        return send({
          issuer: own,
          token_endpoint: `${own}/token`,
          authorization_endpoint: `${own}/authorize`,
          code_challenge_methods_supported: ["S256"],
        });
      if (request.url !== "/token") return send({}, 404);
      const token = new URLSearchParams(body).get("refresh_token") ?? "";
      if (spent.has(token)) {
        spentTwice += 1;
        return send({ error: "invalid_grant" }, 400);
      }
      spent.add(token);
      count += 1;
      users.set(`access-${count}`, new Set());
      // The delay lets other processes send requests during the refresh.
      setTimeout(
        () =>
          send({
            access_token: `access-${count}`,
            refresh_token: `refresh-${count}`,
            token_type: "Bearer",
            expires_in: 3_600,
          }),
        50,
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spentTwice: () => spentTwice,
    refreshed: () => count - 1,
  };
}

/**
 * Stores expired tokens. Returns their resource, and the key of their store
 * entry.
 */
async function storeTokens(
  store: OAuthStore,
  url: string,
  members: object = {},
): Promise<{ resource: string; key: string }> {
  const resource = `${url}/mcp`;
  const key = `tokens of ${url} for ${resource}`;
  await store.swap(
    `server ${resource}`,
    await store.get(`server ${resource}`),
    key,
  );
  const held = {
    clientId: "c",
    endpoint: `${url}/token`,
    accessToken: "access-0",
    type: "Bearer",
    expires: 0,
    refreshToken: "refresh-0",
    issuer: url,
    resource,
    ...members,
  };
  await store.swap(key, await store.get(key), JSON.stringify(held));
  return { resource, key };
}

test("eight processes that share a fileStore never use a rotated refresh token twice", async () => {
  const server = await startRotatingServer(8);
  const folder = temporaryFolder();
  const { resource } = await storeTokens(fileStore(folder), server.url);
  const script = new URL(
    "../../harness/oauth/store-process.js",
    import.meta.url,
  );
  const children = Array.from({ length: 8 }, () =>
    failOnExit(fork(script, [folder, resource]), 0),
  );
  for (const child of children) atEnd(() => child.kill());
  const answers = await Promise.all(
    children.map(async (child) => (await once(child, "message"))[0] as object),
  );
  for (const answer of answers)
    assert.equal(answer, { statuses: [200], asked: 0 });
  assert.is(server.spentTwice(), 0);
  assert.ok(server.refreshed() >= 3, `${server.refreshed()} refreshes`);
  // The store has deleted the files whose values were replaced.
  assert.is(readdirSync(folder).length, 2);
  const [kept] = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((text) => text.startsWith("{"));
  assert.is((JSON.parse(kept ?? "{}") as { lease?: unknown }).lease, undefined);
  rmSync(folder, { recursive: true });
});

test("a process takes over the lease on stored tokens from a process that died", async () => {
  const server = await startRotatingServer();
  let reads = 0;
  const kept = memoryStore();
  const store: OAuthStore = {
    get(key) {
      reads += 1;
      return kept.get(key);
    },
    swap: (...change) => kept.swap(...change),
  };
  const start = now();
  let clock = start;
  Date.now = () => clock;
  // Expiry time of the lease that a dead process has left: soon, or in a day
  // because the clock of that process was ahead.
  for (const until of [start + 400, start + 86_400_000]) {
    const { resource } = await storeTokens(store, server.url, {
      accessToken: `old-${until}`,
      refreshToken: `old-${until}`,
      lease: { owner: "dead", until },
    });
    const { oauth } = await import("../../../runtime/oauth/client/oauth.js");
    const authorize = oauth({ store, credentials: { id: "c" } });
    const request = {
      method: "POST",
      url: resource,
      server: resource,
    } as const;
    const headers = Promise.resolve(authorize.headers(request));
    if (until === start + 400) {
      const polled = reads + 5;
      await waitUntil("the client polls the lease", () => reads > polled);
      assert.is(server.refreshed(), 0);
      clock = until;
    }
    assert.match((await headers).authorization ?? "", /^Bearer access-/);
  }
});

test.run();
