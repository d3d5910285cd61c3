/**
 * Tests of the names and URIs that a host builds from the name of a server and
 * the name of a tool or resource.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  joinName,
  joinToolName,
  joinUri,
  splitName,
  splitUri,
} from "../../../runtime/host/names.js";
import { requirement } from "../../harness/run/requirement.js";

const test = suite("host: names");

const SERVERS = [
  "weather",
  "my_server",
  "my_db",
  "a__b",
  "a_",
  "_",
  "é b/c",
  "",
];

const TOOLS = ["get", "__get", "a__b", "_", "x y", ""];

requirement("077f0460b99e 4780f08c6fac");
test("the names that `joinName` returns are unique and can be split again", () => {
  const seen = new Set<string>();
  for (const server of SERVERS)
    for (const name of TOOLS) {
      const joined = joinName(server, name);
      assert.equal(splitName(joined), { server, name });
      assert.not(seen.has(joined));
      seen.add(joined);
    }
});

test("`joinName` keeps most server names unchanged and escapes unusual characters", () => {
  assert.is(joinName("weather", "get"), "weather__get");
  assert.is(joinName("my_server", "get"), "my_server__get");
  assert.is(joinName("my_db", "get"), "my_5fdb__get");
  assert.is(joinName("a b", "get"), "a_20b__get");
});

test("`splitName` returns undefined for names that `joinName` does not create", () => {
  for (const joined of ["get", "", "a_zz", "_ff__x", "a%20__x"])
    assert.is(splitName(joined), undefined, joined);
});

test("`joinToolName` returns unique names of at most 64 characters", () => {
  const seen = new Set<string>();
  for (const server of [...SERVERS, "s".repeat(61), "s".repeat(100)])
    for (const tool of [...TOOLS, "x.y", "é", "t".repeat(64), "t".repeat(65)]) {
      const name = joinToolName(server, tool);
      assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
      assert.not(seen.has(name), name);
      seen.add(name);
      const whole = joinName(server, tool);
      if (/^[a-zA-Z0-9_-]{1,64}$/.test(whole)) assert.is(name, whole);
    }
});

test("`joinToolName` shortens a name of more than 64 characters and appends a hash", () => {
  const [fits, long] = [58, 59].map((count) => "t".repeat(count));
  assert.is(joinToolName("abcd", fits ?? ""), `abcd__${fits}`);
  // The host shortens a long name. The hexadecimal digits at the end are the
  // FNV-1a hash of the whole name.
  assert.is(
    joinToolName("abcd", long ?? ""),
    `abcd__${"t".repeat(44)}_4e1b6fd1d282d`,
  );
  assert.match(joinToolName("a", "x.y"), /^a__x_y_[0-9a-f]{13}$/);
  assert.is(joinToolName("a", "é"), "a____c484fb3bc6c4e");
});

test("the URIs that `joinUri` returns are valid and can be split again", () => {
  assert.is(joinUri("docs", "file:///a/{x}"), "mcp:docs/file:///a/{x}");
  for (const server of SERVERS) {
    const uri = joinUri(server, "file:///a\nb");
    assert.ok(URL.canParse(joinUri(server, "x:y")));
    assert.equal(splitUri(uri), { server, name: "file:///a\nb" });
  }
  for (const other of ["file:///a", "mcp:a", "mcp:%zz/a", "mcp:a b/c"])
    assert.is(splitUri(other), undefined);
});

test.run();
