/**
 * Tests of when the server fetches an issuer's signing keys into its cache, and
 * of the claims of a token.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { IssuerKeys } from "../../../../runtime/oauth/server/keys.js";
import { findClaimProblem } from "../../../../runtime/oauth/server/claims.js";
import { withStoppedClock } from "../../../harness/time/clock.js";

const test = suite("oauth server: cache of keys");

/**
 * Creates a cache of signing keys. The simulated issuer returns keys with the
 * ids `state.ids`, or fails if `state.isDown` is true.
 */
function createKeys() {
  const state = { ids: ["a"], loads: 0, isDown: false };
  const keys = new IssuerKeys(() => {
    state.loads += 1;
    return state.isDown
      ? Promise.reject(new Error("down"))
      : Promise.resolve(state.ids.map((kid) => ({ kid })));
  });
  const find = (wanted: string) =>
    keys
      .find(({ kid }) => kid === wanted)
      .then(
        (key) => key?.["kid"] ?? "none",
        ({ status }: { readonly status: number }) => status,
      );
  return { state, find };
}

test("an unknown key id causes at most one fetch of the issuer's keys in 30 seconds", () =>
  withStoppedClock(async ({ skip }) => {
    const { state, find } = createKeys();
    assert.equal([await find("a"), await find("b")], ["a", "none"]);
    assert.is(state.loads, 1);
    state.ids = ["b"];
    skip(29_999);
    assert.is(await find("b"), "none");
    skip(1);
    assert.equal([await find("b"), await find("a")], ["b", "none"]);
    assert.is(state.loads, 2);
  }));

test("fetched signing keys can be used for an hour while the issuer is down", () =>
  withStoppedClock(async ({ skip }) => {
    const { state, find } = createKeys();
    await find("a");
    skip(599_999);
    await find("a");
    assert.is(state.loads, 1);
    state.isDown = true;
    skip(1);
    assert.equal([await find("a"), state.loads], ["a", 2]);
    assert.is(await find("b"), 503);
    skip(2_999_999);
    assert.is(await find("a"), "a");
    skip(30_000);
    assert.is(await find("a"), 503);
    state.isDown = false;
    skip(30_000);
    assert.equal([await find("a"), await find("b")], ["a", "none"]);
  }));

test("concurrent requests share one fetch of the issuer's keys", () =>
  withStoppedClock(async () => {
    const { state, find } = createKeys();
    state.ids = ["a", "b", "b"];
    const found = await Promise.all([find("a"), find("a"), find("b")]);
    assert.equal([found, state.loads], [["a", "a", "none"], 1]);
  }));

const NOW = 1_700_000_001;
const EXPIRED = "The token has expired";
const EARLY = "The token is not valid yet: check the clocks";

for (const [claims, expected] of [
  [{}, undefined],
  [{ iss: "other" }, "The token was issued by another issuer"],
  [{ aud: "x" }, "The token is intended for another audience"],
  [{ aud: ["x", "me"] }, undefined],
  [{ exp: NOW - 60 }, EXPIRED],
  [{ exp: NOW - 59 }, undefined],
  [{ nbf: NOW + 61 }, EARLY],
  [{ nbf: NOW + 60 }, undefined],
  [{ iat: NOW + 61 }, EARLY],
  [{ iat: NOW + 60 }, undefined],
  [{ exp: "1" }, "The token has an exp, nbf or iat claim that is not a number"],
  [
    { nbf: null },
    "The token has an exp, nbf or iat claim that is not a number",
  ],
] as const)
  test(`a token with the claims ${JSON.stringify(claims)} has the problem: ${expected ?? "none"}`, () =>
    withStoppedClock(() => {
      const rules = { issuer: "i", audiences: ["me", "you"], skew: 60 };
      assert.is(Math.floor(Date.now() / 1_000), NOW);
      assert.is(findClaimProblem({ aud: "you", ...claims }, rules), expected);
    }));

test.run();
