/**
 * Tests of the store entry with the OAuth tokens for one MCP server. A lease in
 * the entry lets one process at a time renew the tokens.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { OAuthError } from "../../../../runtime/oauth/errors.js";
import {
  TokenEntry,
  type StoredTokens,
} from "../../../../runtime/oauth/client/stored-tokens.js";
import type { Tokens } from "../../../../runtime/oauth/client/types.js";
import { memoryStore } from "../../../../runtime/oauth/client/stores/store.js";
import { ISSUER, SERVER } from "../../../harness/oauth/world.js";

const test = suite("oauth client: stored tokens");

const KEY = "tokens";
const OLD: StoredTokens = {
  endpoint: `${ISSUER}/token`,
  issuer: ISSUER,
  resource: SERVER,
  clientId: "client-1",
  type: "Bearer",
  accessToken: "access-1",
  refreshToken: "refresh-1",
};
const NEW: Tokens = {
  endpoint: `${ISSUER}/token`,
  clientId: "client-1",
  type: "Bearer",
  accessToken: "access-2",
  refreshToken: "refresh-2",
};

const accept = (tokens: Tokens): Tokens => tokens;

async function createEntry(stored: StoredTokens = OLD) {
  const store = memoryStore();
  const entry = new TokenEntry(store, KEY);
  await entry.put(stored);
  const read = (): unknown => JSON.parse(String(store.get(KEY)));
  const { signal } = new AbortController();
  return { store, entry, read, signal };
}

test("renew() stores the new tokens and removes the lease", async () => {
  const { entry, read, signal } = await createEntry({ ...OLD, from: "other" });
  const sent: string[] = [];
  let lease: unknown;
  const renewed = await entry.renew(
    OLD,
    async (refreshToken) => {
      sent.push(refreshToken);
      ({ lease } = read() as StoredTokens);
      return NEW;
    },
    accept,
    signal,
  );
  assert.equal(sent, ["refresh-1"]);
  assert.type((lease as { owner: unknown }).owner, "string");
  assert.equal(read(), { ...OLD, from: "other", ...NEW });
  assert.equal(JSON.parse(JSON.stringify(renewed)), read());
});

for (const [reason, kept] of [
  ["invalid_grant", undefined],
  ["unreachable", "refresh-1"],
] as const)
  test(`if a renewal fails with ${reason}, the stored refresh token is ${kept ? "kept" : "removed"}`, async () => {
    const { entry, read, signal } = await createEntry();
    const failure = new OAuthError(reason, "no");
    const refused = await entry
      .renew(OLD, () => Promise.reject(failure), accept, signal)
      .catch((error: unknown) => error);
    assert.is(refused, failure);
    const { accessToken, refreshToken, lease } = read() as StoredTokens;
    assert.equal(
      [accessToken, refreshToken, lease],
      ["access-1", kept, undefined],
    );
  });

test("tokens that another process has renewed are not renewed again", async () => {
  const { store, entry, signal } = await createEntry();
  const other = new TokenEntry(store, KEY);
  await other.put({ ...OLD, ...NEW });
  let calls = 0;
  const renewed = await entry.renew(
    OLD,
    async () => {
      calls += 1;
      return NEW;
    },
    accept,
    signal,
  );
  assert.equal([calls, renewed?.accessToken], [0, "access-2"]);
});

for (const [title, ahead, waits] of [
  ["is active", 60_000, true],
  ["has ended", -1, false],
  ["ends in the far future", 71_000, false],
] as const)
  test(`a renewal ${waits ? "waits for" : "ignores"} another process's lease that ${title}`, async () => {
    const until = Date.now() + ahead;
    const { store, entry, signal } = await createEntry({
      ...OLD,
      lease: { owner: "other", until },
    });
    const renewed = entry.renew(OLD, async () => NEW, accept, signal);
    // The other process stores its new tokens, which ends its lease.
    const other = new TokenEntry(store, KEY);
    if (waits) await other.put({ ...OLD, accessToken: "access-3" });
    assert.is((await renewed)?.accessToken, waits ? "access-3" : "access-2");
  });

test("`exchangeFor()` stores the new refresh token, but not the new access token", async () => {
  const { entry, read, signal } = await createEntry();
  const tokens = await entry.exchangeFor(async () => NEW, signal);
  assert.is(tokens, NEW);
  assert.equal(read(), { ...OLD, refreshToken: "refresh-2" });
  const { refreshToken: _, ...others } = NEW;
  await entry.exchangeFor(async () => others, signal);
  assert.equal(read(), { ...OLD, refreshToken: "refresh-2" });
});

test("`current()` returns undefined for a stored value of an unknown format", async () => {
  const store = memoryStore();
  store.swap(KEY, undefined, '{"accessToken":5}');
  assert.is(await new TokenEntry(store, KEY).current(), undefined);
});

test.run();
