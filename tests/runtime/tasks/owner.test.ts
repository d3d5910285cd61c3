/**
 * Tests of rate limits for each owner of tasks, and of tasks that the server
 * removes when their connection ends.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConnectionScopedTasks } from "../../../runtime/tasks/connection-scoped-tasks.js";
import {
  findOwner,
  OwnerRates,
  type Owner,
} from "../../../runtime/tasks/owner.js";
import { defer } from "../../harness/run/deferred.js";
import { withClock } from "../../harness/time/timers.js";

const test = suite("tasks: owners");

const createOwner = (name: string, holder = name): Owner => ({
  name,
  holder,
  connectionScoped: false,
});

/**
 * Test cases: kind of the caller, setting `owner`, token, address, expected
 * name of the owner, and the holder whose rate limit is expected to apply.
 */
for (const [title, setting, auth, address, name, holder] of [
  ["any caller", "anyone", { subject: "ann" }, "10.0.0.1", "", "10.0.0.1"],
  ["any caller without an address", "anyone", undefined, undefined, "", ""],
  ["a session", undefined, undefined, "10.0.0.1", "connection s", "10.0.0.1"],
  [
    "a session without an address",
    undefined,
    undefined,
    undefined,
    "connection s",
    "connection s",
  ],
  [
    "a token",
    undefined,
    { subject: "ann" },
    "10.0.0.1",
    "subject ann",
    "subject ann",
  ],
  ["an owner callback", () => "team", undefined, "10.0.0.1", "team", "team"],
] as const)
  test(`for ${title}, task limits apply to ${JSON.stringify(holder)}`, () => {
    const connection = { traffic: { holder: address } };
    const call = { auth, connection, session: { id: "s" } } as never;
    const owner = findOwner(call, setting);
    assert.equal([owner.name, owner.holder], [name, holder]);
  });

test("owners with the same address share a rate limit", () =>
  withClock(async (wait) => {
    const rates = new OwnerRates({ burst: 2, perSecond: 0.001 });
    rates.count(createOwner("a", "10.0.0.1"));
    rates.count(createOwner("b", "10.0.0.1"));
    assert.throws(() => rates.count(createOwner("c", "10.0.0.1")));
    rates.count(createOwner("c", "10.0.0.2"));
    wait(1_000_000);
    rates.count(createOwner("c", "10.0.0.1"));
  }));

test("the rate limits of the latest 10,000 owners are kept", () => {
  const rates = new OwnerRates({ burst: 1, perSecond: 0.000001 });
  const count = (name: string) => () => rates.count(createOwner(name));
  for (let n = 1; n <= 10_000; n += 1) count(`o${n}`)();
  assert.throws(count("o1"));
  count("o10001")();
  assert.throws(count("o2"));
  assert.not.throws(count("o1"));
});

test("after `ConnectionScopedTasks.forget()`, the end of a connection does not drop the forgotten task", async () => {
  const dropped: string[] = [];
  const tasks = new ConnectionScopedTasks((taskId, { done }) =>
    dropped.push(`${taskId} ${done === first.promise ? "first" : "second"}`),
  );
  const [first, second] = [defer(), defer()];
  const connections = [first, second].map(
    ({ promise }) =>
      ({ done: promise }) as unknown as Parameters<typeof tasks.add>[1],
  ) as [Parameters<typeof tasks.add>[1], Parameters<typeof tasks.add>[1]];
  tasks.add("a", connections[0]);
  tasks.add("b", connections[0]);
  tasks.add("c", connections[1]);
  tasks.forget("a");
  first.resolve();
  await first.promise;
  assert.equal(dropped, ["b first"]);
  // A task that is added after the end of its connection is removed, too.
  tasks.add("d", connections[0]);
  second.resolve();
  await second.promise;
  await new Promise(setImmediate);
  assert.equal(dropped.sort(), ["b first", "c second", "d first"]);
});

test.run();
