import { MessageChannel, Worker, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { createClient } from "../out/2025-06-18/client.js";
import { createServer, tools } from "../out/2025-06-18/server.js";
import type { Transport } from "../out/2025-06-18/server.js";

/**
 * Creates a transport between two threads. Messages are passed as structured
 * clones and are never serialized to JSON text.
 */
function thread(port: MessagePort): Transport {
  return {
    start(receiver) {
      port.on("message", (message: unknown) => receiver.receive(message));
      port.on("messageerror", (error: Error) => receiver.unreadable(error));
      port.on("close", () => receiver.closed());
    },
    send: (message) => port.postMessage(message),
    close: () => port.close(),
  };
}

const info = { name: "threads", version: "1.0.0" };
const port = workerData as MessagePort | null;
if (port) {
  const handler = (): string => "Hello from a worker.";
  await createServer(info, tools({ hi: { handler } })).connect(thread(port));
} else {
  const { port1, port2 } = new MessageChannel();
  new Worker(new URL(import.meta.url), {
    workerData: port2,
    transferList: [port2],
  });
  const client = createClient(info);
  await client.connect(thread(port1));
  const { content } = await client.callTool({ name: "hi" });
  console.log(JSON.stringify(content));
  await client.close();
}
