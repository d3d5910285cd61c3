/**
 * Tests of application hooks that throw or reject. Neither the process nor the
 * current request may fail.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { elicitationHandlers } from "../../../runtime/features/client/elicitation.js";
import { SUBSCRIPTION_ID } from "../../../runtime/json-rpc/messages/meta.js";
import { withSubscriptionRouting } from "../../../runtime/protocol/stateless/subscribers.js";
import { spawn } from "../../../runtime/transport/spawn.js";
import { acceptLater } from "../../../runtime/protocol/client-core.js";
import type { Protocol } from "../../../runtime/protocol/protocol.js";
import type { Receiver } from "../../../runtime/transport/transport.js";
import { CLIENT, openClient, openServer } from "../../harness/wire/wire.js";

const test = suite("failing hooks");

const { error: print } = console;
const printed: unknown[] = [];
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
test.before.each(() => {
  console.error = (problem: unknown) => printed.push(problem);
  process.on("unhandledRejection", note);
});
test.after.each(() => {
  console.error = print;
  process.off("unhandledRejection", note);
  printed.length = unhandled.length = 0;
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

const FAILING: { readonly [how: string]: () => unknown } = {
  throws: () => {
    throw new Error("hook");
  },
  rejects: () => Promise.reject(new Error("hook")),
};
const THROWN: readonly unknown[] = [new Error("no"), { toString: 1 }, null];

for (const [how, fail] of Object.entries(FAILING)) {
  test(`a request is answered although the onError hook ${how}`, async () => {
    for (const thrown of THROWN)
      for (const late of [false, true]) {
        const handler = () => {
          if (late) return Promise.reject(thrown);
          throw thrown;
        };
        const { wire } = openServer(
          { "tools/list": handler },
          { onError: fail as () => void },
        );
        wire.give({ id: 1, method: "tools/list" });
        await turn();
        const error = { code: -32603, message: "Internal error" };
        assert.equal(await wire.take(), [{ id: 1, error }]);
        wire.give({}); // An invalid message is reported to the hook, too.
        await turn();
      }
    const { length } = printed;
    assert.is(length, THROWN.length * 2 * 2);
    assert.equal(unhandled, []);
  });

  test(`a request is answered although its onProgress or onNotification hook ${how}`, async () => {
    const { connection, wire, errors } = await openClient();
    const hooks = { onProgress: fail, onNotification: fail } as object;
    const answer = connection.request("tools/list", {}, hooks);
    const [asked] = (await wire.take()) as { id: number }[];
    const progressToken = asked?.id as number;
    const params = { progressToken, progress: 1 };
    wire.give({ method: "notifications/progress", params });
    const changed = "notifications/tools/list_changed";
    const heard = withSubscriptionRouting(connection.endpoint, {})[changed];
    const _meta = { [SUBSCRIPTION_ID]: progressToken };
    assert.not.throws(() => heard?.({ _meta } as never, connection as never));
    wire.give({ id: progressToken, result: { tools: [] } });
    assert.equal(await answer, { tools: [] });
    await turn();
    assert.equal([errors, unhandled], [["hook", "hook"], []]);
  });

  test(`the runtime prints the error of the hook \`completed\` or \`onUnknown\` if the hook ${how}`, async () => {
    const handlers = elicitationHandlers(
      { url: () => "accept", completed: fail } as never,
      false,
    );
    const ask = { mode: "url", message: "", url: "https://a.example/" };
    await handlers["elicitation/create"](
      { ...ask, elicitationId: "1" } as never,
      {} as never,
    );
    assert.not.throws(() => handlers.complete("1"));
    const later = (protocol: Protocol, tell: unknown): Protocol => {
      (tell as () => void)();
      return protocol;
    };
    const onUnknown = fail as () => void;
    acceptLater({ ...CLIENT, later: later as never }, { onUnknown });
    await turn();
    assert.is(printed.length, 2);
    assert.equal(unhandled, []);
  });

  test(`messages of a child process arrive although the stderr hook ${how}`, async () => {
    const source = `console.error("log"); console.log('{"a":1}')`;
    const transport = spawn(process.execPath, ["-e", source], {
      stderr: fail as () => void,
    });
    const told: unknown[] = [];
    const closed = new Promise((resolve) => {
      const receiver: Partial<Receiver> = {
        receive: (message) => told.push(message),
        failed: (_id, problem) => told.push(problem.message),
        closed: resolve,
      };
      void transport.start(receiver as Receiver);
    });
    await closed;
    assert.equal(
      [told.map(String).sort(), unhandled],
      [["[object Object]", "hook"], []],
    );
  });
}

test.run();
