/** Changes that a server tells of while its host is listing already. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { later, settled } from "../tasks/support.js";
import { load } from "../interop/support.js";
import { hostsOf, INFO, type ServerModule } from "./support.js";

const test = suite("a host that lists");
const { createServer, createHost, memory } = await hostsOf("2025-11-25");

/** A server with those handlers and its host, which lists and is told. */
function hosted(handlers: object) {
  const server = createServer(INFO, handlers, {
    capabilities: { tools: { listChanged: true } },
  });
  const told: unknown[] = [];
  const host = createHost(INFO, {
    servers: { one: { command: "one" } },
    restarts: [],
    onChange: (_server: string, lists: unknown) => told.push(lists),
    transport: () => {
      const [ours, theirs] = memory();
      void server.connect(theirs);
      return ours;
    },
  });
  return {
    host,
    told,
    names: () => host.tools.map(({ name }) => name),
    changed: async () => {
      server.notify("notifications/tools/list_changed");
      await settled();
    },
    close: async () => {
      await host.close();
      await server.close();
    },
  };
}

const toolsOf = (...names: string[]): object => ({
  tools: names.map((name) => ({ name, inputSchema: { type: "object" } })),
});

test("a change while the host still connects is seen", async () => {
  const names = ["early"];
  const one = hosted({
    "tools/list": () => toolsOf(...names),
    "prompts/list": async () => {
      await settled(); // the tools are listed
      names.push("late");
      await one.changed();
      return { prompts: [] };
    },
  });
  await one.host.connect();
  await settled();
  assert.equal(one.names(), ["one__early", "one__late"]);
  assert.equal(one.told, [["tools"]]);
  await one.close();
});

test("so is one where changes have to be listened for", async () => {
  const { createServer, createHost, memory } = await hostsOf("2026-07-28");
  const { tools } = await load<ServerModule>("2026-07-28", "server");
  const handler = (): string => "";
  const offered = tools({ early: { handler } });
  const server = createServer(INFO, {
    ...offered,
    "prompts/list": async () => {
      await settled(); // the tools are listed
      offered.set("late", { handler });
      return { prompts: [] };
    },
  });
  const host = createHost(INFO, {
    servers: { one: { command: "one" } },
    transport: () => {
      const [ours, theirs] = memory();
      void server.connect(theirs);
      return ours;
    },
  });
  await host.connect();
  await settled();
  assert.equal(
    host.tools.map(({ name }) => name),
    ["one__early", "one__late"],
  );
  await host.close();
  await server.close();
});

test("an answer that comes late is not taken for the newest", async () => {
  const slow = later();
  let asked = 0;
  const one = hosted({
    "tools/list": async () => {
      const nth = ++asked;
      if (nth === 2) await slow.promise;
      return toolsOf(`t${nth}`);
    },
  });
  await one.host.connect();
  for (let change = 0; change < 3; change++) await one.changed();
  assert.is(asked, 2); // nor is it asked for many times at a time
  slow.resolve();
  await settled();
  assert.equal(one.names(), ["one__t3"]);
  assert.equal([asked, one.told.length], [3, 2]);
  await one.close();
});

test.run();
