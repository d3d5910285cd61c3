/** Transports of one's own, and streams that tasks use. */
import { connect as connectTo, createServer as listenOn } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  LineReader,
  LineWriter,
} from "../../templates/runtime/transport/lines.js";
import { http } from "../../templates/runtime/http/client/client.js";
import { CLIENT } from "../runtime/support.js";
import { tasks } from "../../templates/runtime/tasks/tasks.js";
import { load, WireCheck } from "../interop/support.js";
import { sides, spying } from "../http/client-support.js";
import {
  CALL,
  openSession,
  closeSites,
  PLATFORMS,
  post,
  SESSIONS,
} from "../http/support.js";
import { REVISIONS } from "../support/models.js";
import {
  type Answer,
  later,
  TASK_SERVER,
  taskIn,
  taskTools,
} from "../tasks/support.js";
import { temporaryFolder } from "../support/folders.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import type { Handlers } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { TextWritable } from "../../templates/runtime/transport/streams.js";
import type { Message } from "../../templates/runtime/connection/json-rpc/messages.js";
import type {
  Receiver,
  Transport,
} from "../../templates/runtime/transport/transport.js";
import type { Socket } from "node:net";

const test = suite("requirements: transports");
test.after.each(closeSites);
const { serve, clientOf } = sides(test);

const INFO = { name: "test", version: "1" };

/** The lines of stdio over any stream of bytes; `note` sees what arrives. */
function overSocket(
  socket: Socket,
  note: (message: object) => void,
): Transport {
  let writer: LineWriter | undefined;
  return {
    start(receiver: Receiver) {
      const reader = new LineReader({
        receive: (message: unknown) => {
          note(message as object);
          receiver.receive(message);
        },
        unreadable: (problem: Error) => receiver.unreadable(problem),
      } as Receiver);
      writer = new LineWriter(
        socket as unknown as TextWritable,
        (text, done) => socket.write(text, done),
        (high) => void (high ? socket.pause() : socket.resume()),
      );
      socket.setEncoding("utf8");
      socket.on("data", (chunk: string) => reader.push(chunk));
      socket.on("end", () => receiver.ended());
      socket.on("close", () => receiver.closed());
    },
    send: (message: Message) => writer?.send(message),
    async close() {
      await writer?.finish();
      socket.end();
    },
  };
}

for (const revision of REVISIONS.slice(0, 5)) {
  test(`${revision}: the lines of stdio over a socket`, async () => {
    const { createServer, tools } = await load(revision, "server");
    const { createClient } = await load(revision, "client");
    const inputSchema = { type: "object" };
    const handler = (args: object): string => JSON.stringify(args);
    const echo = { inputSchema, handler };
    const server = createServer(INFO, tools({ echo }));
    const fromClient = await WireCheck.of(revision, "client");
    const fromServer = await WireCheck.of(revision, "server");
    const path = join(temporaryFolder(), "mcp.sock");
    const listening = listenOn({ allowHalfOpen: true }, (socket) => {
      const heard = (message: object): void => {
        fromClient.check(message);
        fromServer.asked(message);
      };
      void server.connect(overSocket(socket, heard));
    });
    listening.listen(path);
    await once(listening, "listening");
    const client = createClient(INFO);
    const socket = connectTo({ path, allowHalfOpen: true });
    const heard = (message: object): void => fromServer.check(message);
    await client.connect(overSocket(socket, heard));
    const text = "é\u2028\n{";
    const call = { name: "echo", arguments: { text } };
    const { content } = await client.callTool(call);
    assert.equal(JSON.parse(content[0]?.text ?? ""), { text });
    await client.close();
    listening.close();
    await once(listening, "close");
    assert.equal([...fromClient.problems, ...fromServer.problems], []);
    assert.ok(fromClient.count > 1 && fromServer.count > 1);
  });
}

for (const [platform, serveOn] of Object.entries(PLATFORMS)) {
  test(`tasks/get is answered with JSON, while the task runs: ${platform}`, async () => {
    const end = later<string>();
    const site = await serveOn(TASK_SERVER, {
      ...taskTools({ t: () => end.promise }),
      ...(tasks() as Handlers),
    });
    const session = await openSession(site);
    const params = { name: "t", task: {} };
    const made = await post(site, { ...CALL, params }, session);
    const { taskId } = taskIn((await made.json()) as Answer);
    const get = { id: 2, method: "tasks/get", params: { taskId } };
    const response = await post(site, get, session);
    assert.is(response.headers.get("content-type"), "application/json");
    const { result } = (await response.json()) as Answer;
    assert.is(result?.["status"], "working");
    end.resolve("x");
    await site.close();
  });
}

test("a question of a task comes on the stream of a GET, and is answered", async () => {
  const answered = later<object>();
  const { url } = await serve(SESSIONS, {
    "tools/call": (_params: never, { connection }: Call) => {
      const params = { messages: [], maxTokens: 1 };
      // It belongs to no request that is open, and so to no stream of one.
      const asked = connection.request("sampling/createMessage", params);
      void asked.then(answered.resolve);
      return { content: [] };
    },
  });
  const sample = () => ({ model: "m" });
  const { client } = clientOf(CLIENT, { "sampling/createMessage": sample });
  const { fetch, log } = spying();
  await client.connect(http(url, { fetch }));
  await client.request("tools/call", { name: "t" });
  assert.equal(await answered.promise, { model: "m" });
  assert.ok(log.includes("GET"));
});

test.run();
