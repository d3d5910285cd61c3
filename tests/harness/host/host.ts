/** Creates hosts whose servers run in memory, for each revision. */
import { load } from "../generated/load.js";
import type { closing } from "../run/closing.js";
import type { AuditEntry } from "../../../runtime/host/consent/audit.js";
import type { Context, Fields, Host, Server } from "../generated/modules.js";

export const getNames = (all: readonly { readonly name: string }[]): string[] =>
  all.map(({ name }) => name);

export const INFO = { name: "test", version: "1" };

/**
 * Creates the handlers of a server for tools, resources and prompts. Their
 * results contain `name`, so that tests see which server answered.
 */
export function everything(name: string): object {
  const text = (value: unknown) => ({
    type: "text",
    text: `${name}: ${value}`,
  });
  const said = (value: unknown) => ({ content: [text(JSON.stringify(value))] });
  const inputSchema = { type: "object" };
  const properties = { n: { type: "number" } };
  const outputSchema = { ...inputSchema, properties };
  return {
    "tools/list": () => ({
      tools: [
        { name: "echo", inputSchema },
        { name: "liar", inputSchema, outputSchema },
        { name: "ask", inputSchema },
      ],
    }),
    "tools/call": async (
      { name, arguments: args }: { name: string; arguments?: Fields },
      ctx: Context,
    ) => {
      const what = args?.["what"];
      if (name === "liar")
        return { content: [], structuredContent: { n: "many" } };
      if (name === "echo") return said(args);
      if (what === "roots") return said(await ctx.roots());
      if (what === "elicit") {
        const requestedSchema = { type: "object", properties: {} };
        const params = { message: "?", requestedSchema };
        return { content: [text((await ctx.elicit(params)).action)] };
      }
      const content = { type: "text", text: "hi" };
      const messages = [{ role: "user", content }];
      return said((await ctx.sample({ messages, maxTokens: 5 })).content);
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

export const REVISIONS = ["2025-06-18", "2026-07-28"];

/**
 * Returns functions that create hosts and servers of a revision. These
 * functions register a callback with `atEnd`, which closes the host or server
 * after the test.
 */
export async function loadHosts(
  revision: string,
  atEnd: ReturnType<typeof closing>,
) {
  const made = await load(revision, "client");
  const server = await load(revision, "server");
  const closeAtEnd = <T extends { close(): unknown }>(peer: T): T => {
    atEnd(() => peer.close());
    return peer;
  };
  const createServer: typeof server.createServer = (...all) =>
    closeAtEnd(server.createServer(...all));
  const createHost: typeof made.createHost = (...all) =>
    closeAtEnd(made.createHost(...all));

  const text = (params: Fields) => JSON.stringify(params["maxTokens"]);
  const handlers = {
    "sampling/createMessage": (params: Fields) => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: text(params) },
    }),
    "elicitation/create": () => ({ action: "accept", content: {} }),
    "roots/list": () => ({
      roots: [{ uri: "file:///a" }, { uri: "file:///b" }],
    }),
  };

  /**
   * Creates a host with servers in memory. The returned `audit` collects the
   * audit entries of the host.
   */
  function createMemoryHost(
    servers: Record<string, object>,
    options: object = {},
  ) {
    const audit: AuditEntry[] = [];
    const running = new Map<string, Server>();
    const commands: Record<string, object> = {};
    for (const [name, own] of Object.entries(servers)) {
      running.set(name, createServer({ ...INFO, name }, own));
      commands[name] = { command: name };
    }
    const host = createHost(INFO, {
      servers: commands,
      handlers,
      restarts: [],
      audit: (entry: AuditEntry) => audit.push(entry),
      transport: (name: string) => {
        const [ours, theirs] = server.memory();
        void running.get(name)?.connect(theirs);
        return ours;
      },
      ...options,
    });
    return { host, audit };
  }

  /**
   * Creates a host with one server. Each start of the server connects the host
   * to the next element of `starts`.
   */
  function createSingleHost(
    starts: readonly Server[],
    options: object = {},
  ): Host {
    const waiting = starts.values();
    return createHost(INFO, {
      servers: { one: { command: "one" } },
      restarts: [],
      transport: () => {
        const [ours, theirs] = server.memory();
        void waiting.next().value?.connect(theirs);
        return ours;
      },
      ...options,
    });
  }
  return { ...server, createServer, createMemoryHost, createSingleHost };
}
