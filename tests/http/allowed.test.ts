/** What the headers of a request have to say, case by case. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  accepts,
  answerPreflight,
  hostAllowed,
  isJson,
  originAllowed,
  withOrigin,
} from "../../templates/runtime/http/request/guard.js";

const test = suite("http: what headers allow");

test("a page of this machine, at a name of this machine", () => {
  for (const [origin, host, allowed] of [
    ["http://localhost", "localhost", true],
    ["https://127.0.0.1:8080", "LOCALHOST:3000", true],
    ["http://[::1]:1", "[::1]", true],
    ["http://localhost", "evil.example", false],
    ["http://localhost", "evil.example:3000", false],
    ["http://localhost", undefined, false],
    ["http://evil.example", "localhost", false],
    ["http://localhost.evil.example", "localhost", false],
    ["http://localhost/", "localhost", false],
    ["http://localhost:x", "localhost", false],
    ["ftp://localhost", "localhost", false],
    ["xhttp://localhost", "localhost", false],
    ["null", "localhost", false],
    ["", "localhost", false],
  ] as const)
    assert.is(
      originAllowed(origin, host, undefined),
      allowed,
      `${origin} at ${host}`,
    );
});

test("a page of those that are named, and no other, at any name", () => {
  const origins = ["https://a.example"];
  assert.ok(originAllowed("https://a.example", "x", origins));
  assert.ok(originAllowed("https://a.example", undefined, origins));
  for (const other of ["https://a.example:1", "http://localhost", "null"])
    assert.not(originAllowed(other, "localhost", origins), other);
});

test("hosts: those that are named, with any port", () => {
  const hosts = ["a.example", "[::1]"];
  for (const [host, allowed] of [
    ["a.example", true],
    ["A.example:65535", true],
    ["[::1]:80", true],
    ["b.example", false],
    ["a.example:", true],
    ["a.example:8o", false],
    ["a.example9", false],
    [undefined, false],
  ] as const)
    assert.is(hostAllowed(host, hosts), allowed, host);
  assert.ok(hostAllowed(undefined, undefined));
  assert.ok(hostAllowed("anything", undefined));
});

test("Accept", () => {
  for (const [accept, type, taken] of [
    [undefined, "text/event-stream", true],
    ["text/event-stream", "text/event-stream", true],
    ["TEXT/EVENT-STREAM", "text/event-stream", true],
    ["text/*", "text/event-stream", true],
    ["a/b, */*;q=0.1", "text/event-stream", true],
    ["application/*", "text/event-stream", false],
    ["text/event", "text/event-stream", false],
    ["", "text/event-stream", false],
  ] as const)
    assert.is(accepts(accept, type), taken, accept);
});

test("Content-Type", () => {
  for (const [type, json] of [
    ["application/json", true],
    ["application/json;charset=utf-8", true],
    ["application/json ; a=b", true],
    ["APPLICATION/JSON", true],
    ["Application/Json ;x", true],
    ["application/jsonp", false],
    ["Application/JSONp", false],
    ["text/application/json", false],
    [undefined, false],
    ["", false],
  ] as const)
    assert.is(isJson(type), json, type);
});

test("what a page of another origin is told before it asks, and with the answer", () => {
  const sent: unknown[] = [];
  const reply = {
    send: (...all: unknown[]) => void sent.push(all),
    stream: (headers: object) => void sent.push(headers),
    onGone: (callback: unknown) => void sent.push(callback),
  } as never;
  const asking = (header?: string) => ({ header: () => header }) as never;
  answerPreflight(asking(), reply);
  answerPreflight(asking("a, b"), reply);
  const methods = { "access-control-allow-methods": "GET, POST, DELETE" };
  const age = { "access-control-max-age": "600" };
  const headers = { "access-control-allow-headers": "a, b" };
  assert.equal(sent.splice(0), [
    [204, { ...methods, ...age }],
    [204, { ...methods, ...headers, ...age }],
  ]);
  const outer = withOrigin(reply, "https://a.example");
  const told = {
    "access-control-allow-origin": "https://a.example",
    "access-control-expose-headers": "mcp-session-id, www-authenticate",
    vary: "origin",
  };
  const gone = (): void => {};
  outer.send(200, { a: "b" }, "body");
  outer.stream({ c: "d" });
  outer.onGone(gone);
  assert.equal(sent, [
    [200, { a: "b", ...told }, "body"],
    { c: "d", ...told },
    gone,
  ]);
});

test.run();
