/**
 * Tests of the specification's requirements for stdio, and for the HTTP streams
 * of tasks.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { http } from "../../runtime/http/client/client.js";
import { CLIENT } from "../harness/wire/wire.js";
import { tasks } from "../../runtime/tasks/core/tasks.js";
import { load, program, WireCheck } from "../harness/generated/load.js";
import { createPeers, spyFetch } from "../harness/http/client.js";
import {
  CALL,
  openSession,
  closeSites,
  PLATFORMS,
  post,
  SESSIONS,
} from "../harness/http/site.js";
import { tapOurs } from "../harness/peers/tap.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";
import type { Answer } from "../harness/tasks/peer.js";
import {
  defer,
  TASK_SERVER,
  getTask,
  taskTools,
} from "../harness/tasks/receiver.js";
import type { Call } from "../../runtime/protocol/connection/call.js";
import type { Handlers } from "../../runtime/protocol/lifecycle.js";
import { requirement } from "../harness/run/requirement.js";

const test = suite("requirements: transports");
test.after.each(closeSites);
const { serve, openClient } = createPeers(test);

const INFO = { name: "test", version: "1" };

const ECHO = `
import { createServer, stdio, tools } from "./server.js";
const handler = (args) => JSON.stringify(args);
const echo = { inputSchema: { type: "object" }, handler };
const server = createServer({ name: "s", version: "1" }, tools({ echo }));
await server.connect(stdio());
`;

for (const revision of TESTED_REVISIONS) {
  requirement(`
    6808f9e3d4f7 6ec5b6b59506 6f2f9a8769c5 72cf632f0277 55c11bec19a1
    8e8eec94a369
  `);
  test(`${revision}: a client writes only messages to the stdin of a child process, one per line`, async () => {
    const { createClient, spawn } = await load(revision, "client");
    const wrong: string[] = [];
    const onError = ({ message }: Error) => wrong.push(message);
    const client = createClient(INFO, {}, { onError });
    const child = spawn(process.execPath, [await program(revision, ECHO)], {
      stderr: (log: string) => wrong.push(log),
    });
    const wire = await WireCheck.of(revision, "client");
    await client.connect(tapOurs(child, wire.taps));
    const text = "é\u2028\n{";
    const call = { name: "echo", arguments: { text } };
    const { content } = await client.callTool(call);
    assert.equal(JSON.parse(content[0]?.text ?? ""), { text });
    await client.close();
    assert.equal([...wrong, ...wire.problems], []);
    assert.ok(wire.count > 1);
  });
}

for (const [platform, serveOn] of Object.entries(PLATFORMS)) {
  requirement("48b38ad0cbcb 68f2d5624daa");
  test(`a server on ${platform} answers tasks/get with JSON while the task is running`, async () => {
    const end = defer<string>();
    const site = await serveOn(TASK_SERVER, {
      ...taskTools({ t: () => end.promise }),
      ...(tasks() as Handlers),
    });
    const session = await openSession(site);
    const params = { name: "t", task: {} };
    const made = await post(site, { ...CALL, params }, session);
    const { taskId } = getTask((await made.json()) as Answer);
    const get = { id: 2, method: "tasks/get", params: { taskId } };
    const response = await post(site, get, session);
    assert.is(response.headers.get("content-type"), "application/json");
    const { result } = (await response.json()) as Answer;
    assert.is(result?.["status"], "working");
    end.resolve("x");
    await site.close();
  });
}

requirement("badc4727e50c");
test("a client answers a server's request that it receives on the GET stream", async () => {
  const answered = defer<object>();
  const { url } = await serve(SESSIONS, {
    "tools/call": (_params: never, { connection }: Call) => {
      const params = { messages: [], maxTokens: 1 };
      // The sampling request is not related to a request of the client, so the
      // server must send it on the GET stream.
      const asked = connection.request("sampling/createMessage", params);
      void asked.then(answered.resolve);
      return { content: [] };
    },
  });
  const sample = () => ({ model: "m" });
  const { client } = openClient(CLIENT, { "sampling/createMessage": sample });
  const { fetch, log } = spyFetch();
  await client.connect(http(url, { fetch }));
  await client.request("tools/call", { name: "t" });
  assert.equal(await answered.promise, { model: "m" });
  assert.ok(log.includes("GET"));
});

test.run();
