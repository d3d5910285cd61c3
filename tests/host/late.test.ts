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
  const made = hostOf(answer, settings);
  const { servers } = made;
  return { ...made, lists: () => lists };
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

test("while a list is fetched again: it has none", async () => {
  const { host, servers, lists } = endingWith(2);
  await host.connect();
  assert.is(host.tools.length, 1);
  servers[0]?.say(CHANGED);
  await turns();
  assert.is(lists(), 2);
  assert.is(host.servers[0]?.state, "failed");
  assert.equal(host.tools, []);
  await host.close();
});

test("and the one that is started after it has its own", async () => {
  const { host, servers } = endingWith(2, { restarts: [0] });
  await host.connect();
  servers[0]?.say(CHANGED);
  while (servers.length < 2) await turns();
  await turns();
  assert.is(host.servers[0]?.state, "ready");
  assert.is(host.tools.length, 1);
  await host.close();
});

test.run();
