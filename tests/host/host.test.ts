/** A host and its servers, at each lifecycle, in memory. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../interop/support.js";
import type { AuditEntry } from "../../templates/runtime/host/audit.js";
import type { ConsentHooks } from "../../templates/runtime/host/consent.js";
import type { Transport } from "../../templates/runtime/transport/transport.js";

type Fields = Record<string, unknown>;

interface ServerModule {
  createServer(
    info: object,
    handlers: object,
    options?: object,
  ): {
    connect(transport: Transport): Promise<unknown>;
    notify(method: string, params?: object): void;
    close(): Promise<void>;
  };
  tools(entries: object, settings?: object): { set?: unknown } & Fields;
  memory(): [Transport, Transport];
}

interface Host {
  connect(): Promise<{
    connected: string[];
    failed: { server: string; error: Error }[];
  }>;
  readonly servers: { name: string; state: string }[];
  readonly tools: { name: string }[];
  readonly prompts: { name: string }[];
  readonly resources: { uri: string }[];
  readonly resourceTemplates: { uriTemplate: string }[];
  callTool(params: object, options?: object): Promise<{ content: Fields[] }>;
  readResource(params: object): Promise<{ contents: Fields[] }>;
  getPrompt(params: object): Promise<{ messages: Fields[] }>;
  close(): Promise<void>;
}

const INFO = { name: "test", version: "1" };

/** Handlers of a server with one of everything; results say whose it is. */
function everything(name: string): object {
  const text = (value: unknown) => ({
    type: "text",
    text: `${name}: ${value}`,
  });
  return {
    "tools/list": () => ({
      tools: [
        { name: "echo", inputSchema: { type: "object" } },
        {
          name: "liar",
          inputSchema: { type: "object" },
          outputSchema: {
            type: "object",
            properties: { n: { type: "number" } },
          },
        },
        { name: "ask", inputSchema: { type: "object" } },
      ],
    }),
    "tools/call": async (
      params: { name: string; arguments?: Fields },
      ctx: {
        sample(params: object): Promise<{ content: Fields }>;
        elicit(params: object): Promise<{ action: string }>;
        roots(): Promise<{ roots: unknown[] }>;
      },
    ) => {
      if (params.name === "liar")
        return { content: [], structuredContent: { n: "many" } };
      if (params.name === "echo")
        return { content: [text(JSON.stringify(params.arguments))] };
      const what = params.arguments?.["what"];
      if (what === "roots")
        return { content: [text(JSON.stringify(await ctx.roots()))] };
      if (what === "elicit") {
        const { action } = await ctx.elicit({
          message: "?",
          requestedSchema: { type: "object", properties: {} },
        });
        return { content: [text(action)] };
      }
      const { content } = await ctx.sample({
        messages: [{ role: "user", content: { type: "text", text: "hi" } }],
        maxTokens: 5,
      });
      return { content: [text(JSON.stringify(content))] };
    },
    "resources/list": () => ({ resources: [{ name: "a", uri: "x:a" }] }),
    "resources/templates/list": () => ({
      resourceTemplates: [{ name: "t", uriTemplate: "x:{id}" }],
    }),
    "resources/read": ({ uri }: { uri: string }) => ({
      contents: [{ uri, text: name }],
    }),
    "prompts/list": () => ({ prompts: [{ name: "p" }] }),
    "prompts/get": () => ({
      messages: [{ role: "user", content: text("prompt") }],
    }),
  };
}

const REVISIONS = ["2025-06-18", "2026-07-28"];

for (const revision of REVISIONS) {
  const test = suite(`a host at ${revision}`);
  const { createHost } = await load<{
    createHost(info: object, options: object): Host;
  }>(revision, "client");
  const { createServer, memory } = await load<ServerModule>(revision, "server");

  const handlers = {
    "sampling/createMessage": (params: Fields) => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: JSON.stringify(params["maxTokens"]) },
    }),
    "elicitation/create": () => ({ action: "accept", content: {} }),
    "roots/list": () => ({
      roots: [{ uri: "file:///a" }, { uri: "file:///b" }],
    }),
  };

  /** A host of servers in memory, and all that it has recorded. */
  async function hosting(
    servers: Record<string, object>,
    options: object = {},
    use: (host: Host, audit: AuditEntry[]) => Promise<void>,
  ): Promise<void> {
    const audit: AuditEntry[] = [];
    const running = Object.entries(servers).map(
      ([name, own]) => [name, createServer({ ...INFO, name }, own)] as const,
    );
    const host = createHost(INFO, {
      servers: Object.fromEntries(
        running.map(([name]) => [name, { command: name }]),
      ),
      handlers,
      restarts: [],
      audit: (entry: AuditEntry) => audit.push(entry),
      transport: (name: string) => {
        const [ours, theirs] = memory();
        const server = running.find(([one]) => one === name)?.[1];
        void server?.connect(theirs);
        return ours;
      },
      ...options,
    });
    try {
      await use(host, audit);
    } finally {
      await host.close();
      await Promise.all(running.map(([, server]) => server.close()));
    }
  }

  test("what many servers offer, under names of the host's", async () => {
    await hosting(
      { one: everything("one"), "two words": everything("two") },
      {},
      async (host) => {
        const report = await host.connect();
        assert.equal(report, { connected: ["one", "two words"], failed: [] });
        assert.equal(
          host.tools.map(({ name }) => name),
          [
            "one__echo",
            "one__liar",
            "one__ask",
            "two_20words__echo",
            "two_20words__liar",
            "two_20words__ask",
          ],
        );
        assert.equal(
          host.resources.map(({ uri }) => uri),
          ["mcp:one/x:a", "mcp:two%20words/x:a"],
        );
        assert.equal(
          host.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
          ["mcp:one/x:{id}", "mcp:two%20words/x:{id}"],
        );
        assert.equal(
          host.prompts.map(({ name }) => name),
          ["one__p", "two_20words__p"],
        );
        const called = await host.callTool({
          name: "two_20words__echo",
          arguments: { a: 1 },
        });
        assert.is(called.content[0]?.["text"], 'two: {"a":1}');
        const read = await host.readResource({ uri: "mcp:one/x:7" });
        assert.equal(read.contents, [{ uri: "x:7", text: "one" }]);
        const got = await host.getPrompt({ name: "one__p" });
        assert.is(got.messages.length, 1);
      },
    );
  });

  test("names that no server has", async () => {
    await hosting({ one: everything("one") }, {}, async (host) => {
      await host.connect();
      const codes = await Promise.all(
        [
          host.callTool({ name: "echo" }),
          host.readResource({ uri: "x:a" }),
          host.callTool({ name: "other__echo" }),
        ].map((promise) =>
          promise.then(
            () => "no error",
            (error: { code?: number; fault?: string }) =>
              error.code ?? error.fault,
          ),
        ),
      );
      assert.equal(codes, [-32602, -32602, "closed"]);
    });
  });

  test("a server that fails is reported, and the others are of use", async () => {
    const broken = {
      "tools/list": () => {
        throw new Error("no");
      },
    };
    await hosting(
      { bad: broken, good: everything("good") },
      { onError: () => {} },
      async (host, audit) => {
        const { connected, failed } = await host.connect();
        assert.equal(connected, ["good"]);
        assert.equal(
          failed.map(({ server }) => server),
          ["bad"],
        );
        assert.equal(
          host.servers.map(({ state }) => state),
          ["failed", "ready"],
        );
        assert.is(host.tools.length, 3);
        assert.equal(
          audit
            .map(({ server, what, decision }) => [server, what, decision])
            .sort(),
          [
            ["bad", "failed", "failed"],
            ["bad", "tools/list", "failed"],
            ["good", "prompts/list", "allowed"],
            ["good", "ready", "allowed"],
            ["good", "resources/list", "allowed"],
            ["good", "resources/templates/list", "allowed"],
            ["good", "tools/list", "allowed"],
          ],
        );
      },
    );
  });

  test("calls: shown, edited, refused, and on record", async () => {
    const consent: ConsentHooks = {
      callTool: ({ tool, arguments: args }) =>
        args["no"] !== undefined
          ? false
          : { allow: true, value: { ...args, tool } },
      resource: ({ uri }) => uri !== "x:secret",
    };
    await hosting(
      { one: everything("one") },
      { consent },
      async (host, audit) => {
        await host.connect();
        audit.length = 0;
        const called = await host.callTool({
          name: "one__echo",
          arguments: {},
        });
        assert.is(called.content[0]?.["text"], 'one: {"tool":"echo"}');
        const no = { name: "one__echo", arguments: { no: 1 } };
        await refusedBy(host.callTool(no));
        await refusedBy(host.readResource({ uri: "mcp:one/x:secret" }));
        assert.equal(
          audit.map(({ from, what, name, decision }) => [
            from,
            what,
            name,
            decision,
          ]),
          [
            ["host", "tools/call", "echo", "approved"],
            ["host", "tools/call", "echo", "refused"],
            ["host", "resources/read", "x:secret", "refused"],
          ],
        );
        assert.ok(audit.every(({ size }) => size > 0));
      },
    );
  });

  test("sampling: prompt and result edited, or refused", async () => {
    let allow = true;
    const consent: ConsentHooks = {
      sampling: ({ params }) => ({
        allow: true,
        value: { ...params, maxTokens: 99 },
      }),
      sampled: ({ result }) => ({
        allow,
        value: { ...result, content: { type: "text", text: "cut" } },
      }),
    };
    await hosting(
      { one: everything("one") },
      { consent },
      async (host, audit) => {
        await host.connect();
        const call = { name: "one__ask", arguments: { what: "sample" } };
        const asked = await host.callTool(call);
        assert.match(String(asked.content[0]?.["text"]), '"text":"cut"');
        allow = false;
        const failed = await host
          .callTool(call)
          .then((result) => (result as Fields)["isError"])
          .catch((error: { code: number }) => error.code);
        assert.ok(failed === true || typeof failed === "number");
        assert.equal(
          audit
            .filter(({ from }) => from === "server")
            .map(({ what, decision }) => [what, decision]),
          [
            ["sampling/createMessage", "approved"],
            ["sampling/createMessage", "refused"],
          ],
        );
      },
    );
  });

  test("elicitation and roots: the user decides", async () => {
    const consent: ConsentHooks = {
      elicitation: () => false,
      root: ({ uri }) => uri === "file:///b",
    };
    await hosting({ one: everything("one") }, { consent }, async (host) => {
      await host.connect();
      const ask = async (what: string): Promise<unknown> =>
        (await host.callTool({ name: "one__ask", arguments: { what } }))
          .content[0]?.["text"];
      assert.is(await ask("elicit"), "one: decline");
      assert.match(String(await ask("roots")), '[{"uri":"file:///b"}]');
    });
  });

  test("a server may ask for so much, and no more", async () => {
    await hosting(
      { one: everything("one") },
      { limits: { inputs: 1 } },
      async (host, audit) => {
        await host.connect();
        const call = { name: "one__ask", arguments: { what: "sample" } };
        await host.callTool(call);
        await host.callTool(call).catch(() => {});
        assert.equal(
          audit
            .filter(({ from }) => from === "server")
            .map(({ decision }) => decision),
          ["allowed", "limited"],
        );
      },
    );
  });

  test("a tool that does not keep to its schema is not believed", async () => {
    await hosting({ one: everything("one") }, {}, async (host) => {
      await host.connect();
      const error = await host
        .callTool({ name: "one__liar" })
        .catch((one: Error) => one);
      assert.match(
        (error as Error).message,
        "does not keep to its output schema",
      );
    });
  });

  test("what a server offers is listed again when it has changed", async () => {
    const { tools } = await load<{
      tools(entries: object): object;
    }>(revision, "server");
    const own = tools({
      first: { inputSchema: { type: "object" }, handler: () => "1" },
    }) as { set(name: string, entry: object): void };
    let changed: ((lists: unknown) => void) | undefined;
    const change = new Promise((resolve) => (changed = resolve));
    await hosting(
      { one: own },
      { onChange: (_server: string, lists: unknown) => changed?.(lists) },
      async (host, audit) => {
        await host.connect();
        assert.equal(
          host.tools.map(({ name }) => name),
          ["one__first"],
        );
        own.set("second", {
          inputSchema: { type: "object" },
          handler: () => "2",
        });
        assert.equal(await change, ["tools"]);
        assert.equal(
          host.tools.map(({ name }) => name),
          ["one__first", "one__second"],
        );
        const [from, what] = ["server", "notifications/tools/list_changed"];
        assert.ok(audit.some((one) => one.from === from && one.what === what));
      },
    );
  });

  test("a server that floods is cut off", async () => {
    let flood: (() => void) | undefined;
    const one = createServer(
      INFO,
      {
        ...everything("one"),
        "tools/call": (
          _params: object,
          ctx: { progress(n: number): void; notify(m: string): void },
        ) => {
          for (let n = 0; n < 500; n++)
            ctx.notify("notifications/tools/list_changed");
          flood?.();
          return { content: [] };
        },
      },
      { capabilities: { tools: { listChanged: true } } },
    );
    const [ours, theirs] = memory();
    void one.connect(theirs);
    const states: string[] = [];
    const failed = new Promise<void>((resolve) => (flood = resolve));
    const host = createHost(INFO, {
      servers: { one: { url: "http://x.example" } },
      limits: { messages: 100 },
      transport: () => ours,
      onState: (_name: string, state: string) => states.push(state),
    });
    await host.connect();
    const outcome = host.callTool({ name: "one__echo" }).catch(() => "failed");
    await failed;
    assert.is(await outcome, "failed");
    assert.ok(states.includes("failed"));
    await host.close();
    await one.close();
  });

  test.run();
}

/** The protocol's own error of what a user does not want. */
async function refusedBy(promise: Promise<unknown>): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (one: { code: number }) => one,
  );
  assert.is(error?.code, -1);
}
