/** A client that comes to know the older transport. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { http } from "../../templates/runtime/http/client/client.js";
import { CLIENT, messageOf } from "../runtime/support.js";
import { serve as serveAny } from "../support/servers.js";
import { SESSIONS } from "./support.js";
import type { Call } from "../../templates/runtime/connection/call.js";
import { sides, spying, CALL } from "./client-support.js";

const test = suite("HTTP client: HTTP with SSE");

const { atEnd, serve, clientOf } = sides(test);

test("the older transport, where the server knows only that", async () => {
  const older = { ...SESSIONS.http, twoAddresses: true };
  const call = (_params: never, ctx: Call) => {
    ctx.log("info", 1);
    return { session: ctx.session };
  };
  const both = { ...SESSIONS, http: older };
  const { url, port, close } = await serve(both, { "tools/call": call });
  const spy = spying();
  const heard: unknown[] = [];
  const { client, errors } = clientOf(CLIENT, {
    "notifications/message": ({ data }: never) => void heard.push(data),
  });
  const sse = `http://127.0.0.1:${port}/sse`;
  assert.is.not(url, sse);
  await client.connect(http(sse, { fetch: spy.fetch }));
  assert.equal(spy.log.slice(0, 4), [
    "POST initialize",
    "GET",
    "POST initialize",
    "POST notifications/initialized",
  ]);
  const result = await client.request("tools/call", CALL);
  assert.match((result as { session: string }).session, /^[\w-]{36}$/);
  assert.equal(heard, [1]);
  const closed = client.closed;
  await close(); // the server ends the stream, and with it the connection
  await closed;
  assert.match(errors.join(), "The server ended the stream");
});

test("an endpoint of another server is not used", async () => {
  const { url, close } = await serveAny((request, response) => {
    if (request.method === "POST") return void response.writeHead(405).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: endpoint\ndata: http://evil.example/x\n\n");
  });
  atEnd(close);
  const spy = spying();
  const { client } = clientOf();
  const failed = client.connect(http(`${url}/`, { fetch: spy.fetch }));
  assert.match(await messageOf(failed), `${url}/ answered 405`);
  assert.equal(spy.log, ["POST initialize", "GET"]);
});

test.run();
