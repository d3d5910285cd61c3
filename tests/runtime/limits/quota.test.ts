/**
 * Tests of the quotas of clients and connections, and of the networks to which
 * client addresses belong.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getNetwork } from "../../../runtime/http/security/network.js";
import {
  ConnectionQuota,
  QuotaRegistry,
} from "../../../runtime/limits/quota-registry.js";
import type { CountedCall } from "../../../runtime/limits/limits.js";

const test = suite("quotas");

const createRegistry = (more: object = {}): QuotaRegistry =>
  new QuotaRegistry({
    limits: undefined,
    rate: undefined,
    maxKept: 100_000,
    ...more,
  });

for (const outcome of ["resolves", "rejects"] as const)
  test(`until its handler ${outcome}, a small request counts towards the quota as if it had the minimum length`, async () => {
    const quota = createRegistry().getQuota("address", "a");
    const call: CountedCall = { origin: { length: 5 } };
    let end = (): void => {};
    for (let count = 0; count < 12; count += 1) {
      assert.ok(quota.admit(0, call));
      quota.hold(
        call,
        new Promise<void>(
          (resolve, reject) =>
            (end = outcome === "resolves" ? resolve : reject),
        ),
      );
    }
    call.onAbandoned?.();
    assert.not(quota.admit(0, call));
    end();
    await Promise.resolve();
    assert.ok(quota.admit(0, call));
  });

test("`ConnectionQuota.keep()` with a negative number has no effect after `release()`", () => {
  const registry = createRegistry();
  const first = new ConnectionQuota(registry.getQuota("address", "a"));
  const second = new ConnectionQuota(registry.getQuota("address", "a"));
  first.keep(20_000);
  first.keep(-5_000);
  second.keep(40_000);
  assert.not(first.fits(1));
  first.release();
  first.keep(-15_000);
  assert.ok(second.fits(10_000));
  assert.not(second.fits(10_001));
  assert.is(first.holder, "address a");
});

test("the quota registry does not evict a client's quota while characters count towards the quota", () => {
  const registry = createRegistry({ rate: { burst: 1, perSecond: 0 } });
  const held = registry.getQuota("address", "held");
  assert.ok(held.countRequests());
  held.keep(1);
  assert.ok(registry.getQuota("address", "idle").countRequests());
  assert.not(registry.getQuota("address", "idle").countRequests());
  for (let count = 0; count < 10_001; count += 1)
    registry.getQuota("address", `${count}`);
  assert.is(registry.getQuota("address", "held"), held);
  assert.ok(registry.getQuota("address", "idle").countRequests());
});

test("the quota registry evicts the quota of the least recently used client", () => {
  const registry = createRegistry({ rate: { burst: 1, perSecond: 0 } });
  const names = ["used", "unused"];
  for (const name of names)
    assert.ok(registry.getQuota("address", name).countRequests());
  for (let count = 0; count < 9_999; count += 1) {
    registry.getQuota("address", `${count}`);
    registry.getQuota("address", "used");
  }
  assert.equal(
    names.map((name) => registry.getQuota("address", name).countRequests()),
    [false, true],
  );
});

test("a token subject and an address with the same text have separate quotas", () => {
  const registry = createRegistry();
  const address = registry.getQuota("address", "10.0.0.1");
  const subject = registry.getQuota("subject", "10.0.0.1");
  assert.is.not(subject, address);
  assert.is.not(subject.holder, address.holder);
  assert.is(registry.getQuota("subject", "10.0.0.1"), subject);
});

for (const [address, network] of [
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8::1", "2001:db8:0:0"],
  ["fe80::", "fe80:0:0:0"],
  ["1:2:3:4:5:6:7::", "1:2:3:4"],
  ["10.0.0.1:80", "10.0.0.1:80"],
  ["unix:", "unix:"],
] as const)
  test(`the address ${address} belongs to the network ${network}`, () => {
    assert.is(getNetwork(address), network);
  });

test.run();
