/** The raw client of the benchmark, and connections that a server ends. */
import { once } from "node:events";
import { createServer } from "node:http";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { httpClient, named } from "../../bench/server/clients.js";
import { closing } from "../support/closing.js";
import { messageOf } from "../runtime/support.js";

const test = suite("bench: clients");
const atEnd = closing(test);

/** A server that adds, and ends connections when it is told to. */
async function adding() {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      if (state.broken) return void request.socket.destroy();
      const { id } = JSON.parse(body) as { id: number };
      const content = [{ type: "text", text: String(2 * id) }];
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { content } }));
    });
  });
  const state = { broken: false, connections: 0 };
  server.on("connection", () => (state.connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const client = named(
    httpClient(`http://127.0.0.1:${port}`, "stateless"),
    "adder",
  );
  atEnd(() => client.close());
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, state, client };
}

test("connections that were ended while idle are made anew", async () => {
  const { server, state, client } = await adding();
  await client.open();
  assert.is((await client.calls(9, 3)).length, 9);
  server.closeIdleConnections();
  await client.ready(4);
  const before = state.connections;
  assert.is((await client.calls(40, 4)).length, 40);
  assert.is(state.connections, before);
});

test("a failure says of whom it is, and under which load", async () => {
  const { state, client } = await adding();
  await client.open();
  state.broken = true;
  assert.is(
    await messageOf(client.calls(9, 3)),
    "adder, 3 in flight: socket hang up",
  );
  assert.is(
    await messageOf(client.ready(2)),
    "adder, 2 in flight: socket hang up",
  );
  assert.is(await messageOf(client.open()), "adder, opening: socket hang up");
});

test.run();
