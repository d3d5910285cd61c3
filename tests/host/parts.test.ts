/** What a host is made of: names, configuration, consent, records, limits. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  Changes,
  changesOf,
  changing,
} from "../../templates/runtime/features/changes.js";
import { offering, offersOf } from "../../templates/runtime/features/offers.js";
import { auditFile } from "../../templates/runtime/host/audit.js";
import {
  ConfigError,
  parseServers,
} from "../../templates/runtime/host/config.js";
import { Consents } from "../../templates/runtime/host/consent.js";
import { guarded } from "../../templates/runtime/host/guarded.js";
import { Gate } from "../../templates/runtime/host/gate.js";
import {
  joinName,
  joinUri,
  splitName,
  splitUri,
} from "../../templates/runtime/host/names.js";
import type { AuditEntry } from "../../templates/runtime/host/audit.js";
import type { Handler } from "../../templates/runtime/lifecycle/lifecycle.js";
import type { Consent } from "../../templates/runtime/host/consent.js";
import { temporaryFolder } from "../support/folders.js";

const names = suite("host: names");

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

names("each can be taken apart, and none is that of another", () => {
  const seen = new Set<string>();
  for (const server of SERVERS)
    for (const name of TOOLS) {
      const joined = joinName(server, name);
      assert.equal(splitName(joined), { server, name });
      assert.not(seen.has(joined));
      seen.add(joined);
    }
});

names("most servers keep their name", () => {
  assert.is(joinName("weather", "get"), "weather__get");
  assert.is(joinName("my_server", "get"), "my_server__get");
  assert.is(joinName("my_db", "get"), "my_5fdb__get");
  assert.is(joinName("a b", "get"), "a_20b__get");
});

for (const joined of ["get", "", "a_zz", "_ff__x", "a%20__x"])
  names(`no name of a host's: ${joined}`, () => {
    assert.is(splitName(joined), undefined);
  });

names("addresses, likewise", () => {
  assert.is(joinUri("docs", "file:///a/{x}"), "mcp:docs/file:///a/{x}");
  for (const server of SERVERS) {
    const uri = joinUri(server, "file:///a\nb");
    assert.ok(URL.canParse(joinUri(server, "x:y")));
    assert.equal(splitUri(uri), { server, name: "file:///a\nb" });
  }
  for (const other of ["file:///a", "mcp:a", "mcp:%zz/a", "mcp:a b/c"])
    assert.is(splitUri(other), undefined);
});

names.run();

const config = suite("host: configuration");
const variables = { HOME: "/home/me", TOKEN: "secret", EMPTY: "" };
const read = (text: string) =>
  parseServers(text, { file: "mcp.json", variables });

config("commands, addresses, and variables in them", () => {
  const servers = read(`{
    "other": true,
    "mcpServers": {
      "files": {
        "command": "node",
        "args": ["server.js", "\${HOME}/data", "\${NONE:-x}\${EMPTY}"],
        "env": { "A": "\${B}!", "B": "\${env:TOKEN}", "HOME": "\${HOME}/in" },
        "cwd": "\${HOME}"
      },
      "web": { "type": "http", "url": "https://a.example/\${TOKEN}",
               "headers": { "authorization": "Bearer \${TOKEN}" } },
      "__proto__": { "command": "x" },
      "off": { "command": "\${NOT_SET}", "disabled": true }
    }
  }`);
  assert.equal(Object.keys(servers), ["files", "web", "__proto__"]);
  assert.equal(servers["files"], {
    command: "node",
    args: ["server.js", "/home/me/in/data", "x"],
    env: { A: "secret!", B: "secret", HOME: "/home/me/in" },
    cwd: "/home/me/in",
  });
  assert.equal(servers["web"], {
    url: "https://a.example/secret",
    headers: { authorization: "Bearer secret" },
  });
});

/** What is wrong, and what is said of it. */
const WRONG: readonly (readonly [string, string, string])[] = [
  ["nothing", "", "mcp.json:1:1: not JSON: expected JSON, got the end"],
  [
    "half an object",
    '{\n  "mcpServers": {',
    "mcp.json:2:18: not JSON: expected JSON, got the end",
  ],
  [
    "a comma too many",
    '{"mcpServers": {"a": {"command": "x",}}}',
    'mcp.json:1:38: not JSON: expected a name in quotes, got "}"',
  ],
  [
    "the same name twice",
    '{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"}}}',
    'mcp.json:3:1: not JSON: expected "a" once, got "\\""',
  ],
  [
    "more than one value",
    "{} {}",
    'mcp.json:1:4: not JSON: expected nothing more, got "{"',
  ],
  [
    "no servers",
    '{"servers": {}}',
    "mcp.json:1:1: mcpServers: expected an object of servers by name",
  ],
  [
    "neither command nor url",
    '{"mcpServers": {\n  "a": {}\n}}',
    "mcp.json:2:8: mcpServers.a: expected either command or url",
  ],
  [
    "both",
    '{"mcpServers": {"a": {"command": "x", "url": "http://a"}}}',
    "mcp.json:1:22: mcpServers.a: expected either command or url",
  ],
  [
    "a key that nobody knows",
    '{"mcpServers": {"a": {"command": "x", "shell": 1}}}',
    "mcp.json:1:48: mcpServers.a.shell: unknown; known are command, args, env, cwd, url, headers, type, disabled, autoApprove, timeout, description",
  ],
  [
    "a key that is nearly one",
    '{"mcpServers": {"a": {"command": "x", "Env": {}}}}',
    "mcp.json:1:46: mcpServers.a.Env: unknown; did you mean env?",
  ],
  [
    "servers below a name that is nearly theirs",
    '{"mcpServer": {}}',
    "mcp.json:1:1: mcpServers: expected an object of servers by name; there is mcpServer",
  ],
  [
    "an argument that is no text",
    '{"mcpServers": {"a": {"command": "x", "args": ["a", 1]}}}',
    "mcp.json:1:53: mcpServers.a.args.1: expected a text",
  ],
  [
    "a command that is no text",
    '{"mcpServers": {"a": {"command": ["x"]}}}',
    "mcp.json:1:34: mcpServers.a.command: expected a text",
  ],
  [
    "no URL",
    '{"mcpServers": {"a": {"url": "a.example"}}}',
    "mcp.json:1:30: mcpServers.a.url: no URL",
  ],
  [
    "a variable that is not set",
    '{"mcpServers": {"a": {"command": "${NOT_SET}"}}}',
    "mcp.json:1:34: mcpServers.a.command: the variable NOT_SET is not set",
  ],
  [
    "variables that need each other",
    '{"mcpServers": {"a": {"command": "x", "env": {"A": "${B}", "B": "${C}", "C": "${B}"}}}}',
    [
      "mcp.json:1:52: mcpServers.a.env.A: the variables need each other: B -> C -> B",
      "mcp.json:1:65: mcpServers.a.env.B: the variables need each other: B -> C -> B",
      "mcp.json:1:78: mcpServers.a.env.C: the variables need each other: C -> B -> C",
    ].join("\n"),
  ],
];

for (const [title, text, message] of WRONG)
  config(`refused: ${title}`, () => {
    assert.throws(
      () => read(text),
      (error: unknown) => {
        assert.instance(error, ConfigError);
        assert.is((error as ConfigError).message, message);
        return true;
      },
    );
  });

config("everything that is wrong is said at once, and no secret", () => {
  const text = `{"mcpServers": {
    "a": {"url": "\${TOKEN}"},
    "b": {"command": 7}
  }}`;
  assert.throws(
    () => read(text),
    (error: ConfigError) => {
      assert.equal(
        error.problems.map(({ line, key }) => [line, key]),
        [
          [2, "mcpServers.a.url"],
          [3, "mcpServers.b.command"],
        ],
      );
      return !error.message.includes("secret");
    },
  );
});

config.run();

const consent = suite("host: consent");

consent("an answer is remembered for what it was given for", async () => {
  const asked: string[] = [];
  const answer = (tool: string): Consent<object> =>
    tool === "a"
      ? { allow: true, remember: "entry" }
      : tool === "no"
        ? { allow: false, remember: "server" }
        : true;
  const store = new Map<string, boolean>();
  const consents = new Consents(
    {
      callTool: ({ server, tool }) => {
        asked.push(`${server} ${tool}`);
        return answer(tool) as Consent<{}>;
      },
    },
    store,
  );
  const ask = async (server: string, tool: string): Promise<string> =>
    (await consents.ask("callTool", server, tool, { tool }, {})).decision;
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("x", "a"), "approved");
  assert.is(await ask("y", "a"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("x", "b"), "approved");
  assert.is(await ask("x", "no"), "refused");
  assert.is(await ask("x", "c"), "refused");
  // What was said of the tool alone goes before what was said of the server.
  assert.is(await ask("x", "a"), "approved");
  assert.equal(asked, ["x a", "y a", "x b", "x b", "x no"]);
  assert.is(store.size, 3);
});

consent("what a handler offers, and tells changes of, is kept", () => {
  const changes = new Changes("notifications/roots/list_changed", "x");
  const list: Handler = changing(() => ({ roots: [] }), changes);
  const ask: Handler = offering(() => ({}), "sampling.tools");
  const own = guarded(
    { "roots/list": list, "sampling/createMessage": ask },
    {
      server: "s",
      consents: new Consents({}),
      inputs: 1,
      record: () => () => {},
    },
  );
  const roots = own["roots/list"] as Handler;
  assert.not(roots === list);
  assert.equal(changesOf(roots), [changes]);
  const sampling = own["sampling/createMessage"] as Handler;
  assert.equal(offersOf(sampling), ["sampling.tools"]);
});

consent.run();

const parts = suite("host: records and limits");

const entry = (name: string): AuditEntry => ({
  time: "2026-01-01T00:00:00.000Z",
  server: "s",
  from: "host",
  what: "tools/call",
  name,
  decision: "allowed",
  milliseconds: 1,
  size: 2,
});

parts("records are lines of JSON, in files that are rotated", () => {
  const path = join(temporaryFolder(), "audit.jsonl");
  const line = JSON.stringify(entry("0")).length + 1;
  const audit = auditFile(path, {
    maxBytes: 2 * line,
    keep: 2,
    redact: (one) => (one.name === "secret" ? undefined : one),
  });
  for (let n = 0; n < 8; n++) audit(entry(String(n)));
  audit(entry("secret"));
  const namesIn = (file: string): string[] =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((text) => (JSON.parse(text) as { name: string }).name);
  assert.equal(namesIn(path), ["6", "7"]);
  assert.equal(namesIn(`${path}.1`), ["4", "5"]);
  assert.equal(namesIn(`${path}.2`), ["2", "3"]);
  assert.is(statSync(`${path}.3`, { throwIfNoEntry: false }), undefined);
  assert.is(statSync(path).mode & 0o077, 0);
});

parts("a file that was there is gone on with", () => {
  const path = join(temporaryFolder(), "audit.jsonl");
  writeFileSync(path, "old\n");
  auditFile(path, { maxBytes: 100 })(entry("1"));
  assert.is(readFileSync(`${path}.1`, "utf8"), "old\n");
});

parts("so many at a time, the others in order", async () => {
  const gate = new Gate(2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, signal?: AbortSignal): Promise<void> =>
    gate.pass(async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    }, signal);
  const turn = (): Promise<void> => new Promise((done) => setImmediate(done));
  const leaving = new AbortController();
  const all = [run("a"), run("b")];
  const left = run("c", leaving.signal).catch((error: Error) => error.message);
  all.push(run("d"));
  leaving.abort(new Error("gone"));
  assert.is(await left, "gone");
  assert.equal(log, ["a", "b"]);
  ends.shift()?.();
  await turn();
  assert.equal(log, ["a", "b", "d"]);
  for (const end of ends) end();
  await Promise.all(all);
});

parts.run();
