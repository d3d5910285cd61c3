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

const CALL = {
  id: 1,
  method: "tools/call",
  params: { name: "x", _meta: META },
};
const STANDS_ALONE = {
  "mcp-protocol-version": "2000-01-01",
  "mcp-method": "tools/call",
  "mcp-name": "x",
};

const web = PLATFORMS["web"] as Serve;

const test = suite("http: the end of a server");
test.after.each(closeSites);

test("of requests that stand alone", async () => {
  const site = await web(SINGLE, never, { streamAfter: 1 });
  const answer = await post(site, CALL, STANDS_ALONE);
  assert.is(answer.headers.get("content-type"), "text/event-stream");
  const text = answer.text();
  await site.close();
  assert.not.match(await text, "data:");
});

test("until then quiet streams carry comments", async () => {
  const options = { streamAfter: 1, keepAlive: 10 };
  const site = await web(SINGLE, never, options);
  const answer = await post(site, CALL, STANDS_ALONE);
  // Comments alone keep no process alive.
  const alive = setTimeout(() => {}, 5_000);
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  assert.match(new TextDecoder().decode(value), /^:/);
  await Promise.all([reader?.cancel(), site.close()]);
  clearTimeout(alive);
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
