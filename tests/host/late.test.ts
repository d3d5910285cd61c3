/** What arrives of a server in the moment in which it ends. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  CHANGED,
  hostOf,
  type Answer,
  type Scripted,
} from "../hostile/support.js";

const test = suite("host: the last words of a server");

const TOOL = { name: "t", inputSchema: { type: "object" } };
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
};

/** The next message and the end come in one turn, as of one chunk of a pipe. */
function endWithNext({ receiver }: Scripted): void {
  const receive = receiver.receive.bind(receiver);
  receiver.receive = (message, origin) => {
    receive(message, origin);
    receiver.closed();
  };
}

/** A host whose server answers, and ends with the list of that number. */
function endingWith(last: number, settings: object = {}) {
  let lists = 0;
  const answer: Answer = (method) => {
    const ends = method === "tools/list" && ++lists === last;
    if (ends) endWithNext(servers.at(-1) as Scripted);
    return { tools: [TOOL] };
  };
  const { host, servers } = hostOf(answer, settings);
  return { host, servers };
}

test("while it connects: it is not ready", async () => {
  const { host } = endingWith(1);
  const { connected, failed } = await host.connect();
  assert.equal(connected, []);
  assert.match(failed[0]?.error.message ?? "", "was closed");
  assert.is(host.servers[0]?.state, "failed");
  assert.equal(host.tools, []);
  await host.close();
});

for (const [title, restarts, state] of [
  ["it has none", [], "failed"],
  ["the one that is started after it has its own", [0], "ready"],
] as const)
  test(`while a list is fetched again: ${title}`, async () => {
    const { host, servers } = endingWith(2, { restarts });
    await host.connect();
    assert.is(host.tools.length, 1);
    await servers[0]?.say(CHANGED);
    while (servers.length <= restarts.length) await turns();
    await turns();
    assert.is(host.servers[0]?.state, state);
    assert.is(host.tools.length, restarts.length);
    await host.close();
  });

test.run();
