/**
 * Tests that the host reports an error in one of its callbacks, and that the
 * error has no other effect.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AuditEntry } from "../../../../runtime/host/consent/audit.js";
import { HostCallbacks } from "../../../../runtime/host/consent/hooks.js";
import { closing } from "../../../harness/run/closing.js";
import { defer } from "../../../harness/run/deferred.js";
import {
  everything,
  loadHosts,
  INFO,
  REVISIONS,
} from "../../../harness/host/host.js";

const full = new Error("no space left");

/** Audit callbacks that fail, by the kind of failure. */
const FAILING: { readonly [how: string]: () => unknown } = {
  throws: () => {
    throw full;
  },
  rejects: () => Promise.reject(full),
};

for (const revision of REVISIONS) {
  const test = suite(`host callbacks at ${revision}`);
  const { createServer, createMemoryHost, createSingleHost } = await loadHosts(
    revision,
    closing(test),
  );

  for (const [how, fail] of Object.entries(FAILING)) {
    test(`the host returns a tool result even if the audit callback ${how}`, async () => {
      const tried: string[] = [];
      const told: unknown[] = [];
      let fails = false;
      const options = {
        audit: ({ what, decision }: AuditEntry) => {
          if (!fails) return undefined;
          tried.push(`${what} ${decision}`);
          return fail();
        },
        onError: (server: string, error: Error) => told.push([server, error]),
      };
      const { host } = createMemoryHost({ one: everything("one") }, options);
      await host.connect();
      fails = true;
      const called = await host.callTool({ name: "one__echo" });
      assert.is(called.content[0]?.text, "one: {}");
      assert.equal(tried, ["tools/call allowed"]);
      await Promise.resolve();
      assert.equal(told, [["one", full]]);
    });
  }

  test("the host restarts a server even if the host's callbacks throw", async () => {
    const told: string[] = [];
    const change = defer();
    const starts = [1, 2].map(() => createServer(INFO, everything("s")));
    const host = createSingleHost(starts, {
      restarts: [0],
      audit: FAILING["throws"],
      onState: (_server: string, state: string) => {
        throw new Error(state);
      },
      onChange: () => {
        change.resolve();
        throw new Error("changed");
      },
      onError: (_server: string, { message }: Error) => told.push(message),
    });
    await host.connect();
    await starts[0]?.close();
    await change.promise;
    await Promise.resolve();
    assert.is(host.servers[0]?.state, "ready");
    const called = await host.callTool({ name: "one__echo" });
    assert.is(called.content[0]?.text, "s: {}");
    await host.close();
    assert.equal(
      told.filter((message) => message !== full.message),
      ["connecting", "ready", "restarting", "ready", "changed", "closed"],
    );
  });

  test.run();
}

const own = suite("host callbacks");

own(
  "errors that the onError callback throws are printed on the console",
  () => {
    const printed: unknown[] = [];
    const { error } = console;
    console.error = (value: unknown) => printed.push(value);
    try {
      const broken = new Error("broken");
      new HostCallbacks(undefined).notify(
        "s",
        FAILING["throws"] as () => unknown,
      );
      const hooks = new HostCallbacks(() => {
        throw broken;
      });
      hooks.notify("s", FAILING["throws"] as () => unknown);
      hooks.report("s", new Error("heard of by nobody"));
      assert.equal(printed, [full, broken, broken]);
      new HostCallbacks(undefined).report("s", full);
      assert.is(printed.length, 3);
    } finally {
      console.error = error;
    }
  },
);

own.run();
