/** Who holds what, and how it is shared. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { getNetwork } from "../../../runtime/http/security/network.js";
import {
  ConnectionQuota,
  QuotaRegistry,
} from "../../../runtime/limits/quota-registry.js";
import type { CountedCall } from "../../../runtime/limits/limits.js";

const test = suite("quotas");

const ledgerOf = (more: object = {}): QuotaRegistry =>
  new QuotaRegistry({
    limits: undefined,
    rate: undefined,
    maxKept: 100_000,
    ...more,
  });

test("a small request counts as what it costs, until its handler ends", async () => {
  const account = ledgerOf().getQuota("address", "a");
  const call: CountedCall = { origin: { length: 5 } };
  let end = (): void => {};
  for (let count = 0; count < 13; count += 1) {
    assert.ok(account.admit(0, call));
    account.hold(call, new Promise<void>((resolve) => (end = resolve)));
  }
  call.onAbandoned?.();
  assert.not(account.admit(0, call));
  end();
  await Promise.resolve();
  assert.ok(account.admit(0, call));
});

test("what a connection held is given back once", () => {
  const ledger = ledgerOf();
  const one = new ConnectionQuota(ledger.getQuota("address", "a"));
  const other = new ConnectionQuota(ledger.getQuota("address", "a"));
  one.keep(20_000);
  one.keep(-5_000);
  other.keep(40_000);
  assert.not(one.fits(1));
  one.release();
  one.keep(-15_000);
  assert.ok(other.fits(20_000));
  assert.not(other.fits(20_001));
  assert.is(one.holder, "address a");
});

test("10,000 are remembered for their rate, and all who hold something", () => {
  const ledger = ledgerOf({ rate: { burst: 1, perSecond: 0 } });
  const held = ledger.getQuota("address", "held");
  assert.ok(held.countRequests());
  held.keep(1);
  assert.ok(ledger.getQuota("address", "idle").countRequests());
  assert.not(ledger.getQuota("address", "idle").countRequests());
  for (let count = 0; count < 10_001; count += 1)
    ledger.getQuota("address", `${count}`);
  assert.is(ledger.getQuota("address", "held"), held);
  assert.ok(ledger.getQuota("address", "idle").countRequests());
});

test("who was used lately is remembered, whenever it came", () => {
  const ledger = ledgerOf({ rate: { burst: 1, perSecond: 0 } });
  const names = ["used", "unused"];
  for (const name of names)
    assert.ok(ledger.getQuota("address", name).countRequests());
  for (let count = 0; count < 9_999; count += 1) {
    ledger.getQuota("address", `${count}`);
    ledger.getQuota("address", "used");
  }
  assert.equal(
    names.map((name) => ledger.getQuota("address", name).countRequests()),
    [false, true],
  );
});

test("a subject that is called as an address is another holder", () => {
  const ledger = ledgerOf();
  const address = ledger.getQuota("address", "10.0.0.1");
  const subject = ledger.getQuota("subject", "10.0.0.1");
  assert.is.not(subject, address);
  assert.is.not(subject.holder, address.holder);
  assert.is(ledger.getQuota("subject", "10.0.0.1"), subject);
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
  test(`${address} counts as ${network}`, () => {
    assert.is(getNetwork(address), network);
  });

test.run();
