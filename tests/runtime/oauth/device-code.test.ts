/** Tests of the times at which the device grant polls the token endpoint. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { deviceCode } from "../../../runtime/oauth/client/grants.js";
import {
  createWorld,
  getReason,
  ISSUER,
  json,
  type World,
} from "../../harness/oauth/world.js";
import { withStoppedClock } from "../../harness/time/clock.js";

const test = suite("oauth client: device grant");

/**
 * Signs in with a device code. The token endpoint sends the given errors, and
 * then a token. Returns the outcome, and the times of the polls in seconds.
 */
async function poll(
  errors: readonly string[],
  members: object,
): Promise<{ readonly times: number[]; readonly outcome: string }> {
  const left = [...errors];
  const times: number[] = [];
  let outcome = "";
  await withStoppedClock(async ({ wait }) => {
    let started = 0;
    const world: World = createWorld(
      {
        metadata: { device_authorization_endpoint: `${ISSUER}/device` },
        routes: {
          [`${ISSUER}/device`]: () => {
            started = Date.now();
            return json({
              device_code: "d",
              user_code: "U",
              verification_uri: `${ISSUER}/activate`,
              ...members,
            });
          },
          [`${ISSUER}/token`]: () => {
            times.push((Date.now() - started) / 1_000);
            const error = left.shift();
            if (error !== undefined) return json({ error }, 400);
            world.valid.add("t");
            return json({ access_token: "t", token_type: "Bearer" });
          },
        },
      },
      { grant: deviceCode(() => {}) },
    );
    void getReason(world.send()).then((reason) => (outcome = reason));
    for (let n = 0; n < 2_000 && outcome === ""; n += 1) await wait(500);
  });
  return { times, outcome };
}

const PENDING = "authorization_pending";
const SLOW = "slow_down";
const IN = "resolved to 200";

for (const [title, errors, members, times, outcome] of [
  ["every five seconds by default", [PENDING], {}, [5, 10], IN],
  ["at the interval of the issuer", [PENDING], { interval: 2 }, [2, 4], IN],
  [
    "with an interval that grows by five seconds after each slow_down",
    [SLOW, SLOW, PENDING],
    { interval: 1 },
    [1, 7, 18, 29],
    IN,
  ],
  [
    "at the default interval if the interval is not positive",
    [],
    { interval: 0 },
    [5],
    IN,
  ],
  [
    "until the code expires",
    [PENDING, PENDING, PENDING],
    { interval: 4, expires_in: 10 },
    [4, 8, 10],
    "expired_token",
  ],
  [
    "until the issuer refuses",
    [PENDING, "access_denied"],
    { interval: 1 },
    [1, 2],
    "access_denied",
  ],
] as const)
  test(`with the device grant, the client polls the token endpoint ${title}`, async () => {
    assert.equal(await poll(errors, members), { times: [...times], outcome });
  });

test("a device code expires after ten minutes if the issuer sends no expiry time", async () => {
  const errors = Array.from({ length: 1_000 }, () => PENDING);
  const { times, outcome } = await poll(errors, { interval: 100 });
  assert.equal(times, [100, 200, 300, 400, 500, 600]);
  assert.is(outcome, "expired_token");
});

test.run();
