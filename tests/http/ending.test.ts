/** A server that is closed ends what its clients still read. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  closeSites,
  listenTo,
  openSession,
  PLATFORMS,
  post,
  SESSIONS,
  SINGLE,
  type Serve,
} from "./support.js";

const never = { "tools/call": () => new Promise(() => {}) };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2000-01-01",
  "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const web = PLATFORMS["web"] as Serve;

const test = suite("http: the end of a server");
test.after.each(closeSites);

test("of requests that stand alone", async () => {
  const site = await web(SINGLE, never, { streamAfter: 1 });
  const headers = {
    "mcp-protocol-version": "2000-01-01",
    "mcp-method": "tools/call",
    "mcp-name": "x",
  };
  const params = { name: "x", _meta: META };
  const call = { id: 1, method: "tools/call", params };
  const answer = await post(site, call, headers);
  assert.is(answer.headers.get("content-type"), "text/event-stream");
  const text = answer.text();
  await site.close();
  assert.not.match(await text, "data:");
});

test("of sessions: what is asked, and what is listened to", async () => {
  const site = await web(SESSIONS, never, { streamAfter: 1 });
  const session = await openSession(site);
  const heard = await listenTo(site, session);
  const call = { id: 1, method: "tools/call", params: { name: "x" } };
  const answer = await post(site, call, session);
  assert.is(answer.headers.get("content-type"), "text/event-stream");
  const texts = [heard.text(), answer.text()];
  await site.close();
  await Promise.all(texts);
});

test.run();
