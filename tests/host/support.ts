/** A host and its servers in memory, at a revision. */
import { load } from "../interop/support.js";
import type { AuditEntry } from "../../templates/runtime/host/consent/audit.js";
import type { Context, Fields, Host, Server } from "../interop/modules.js";

/** Names of what a host lists. */
export const namesOf = (all: readonly { readonly name: string }[]): string[] =>
  all.map(({ name }) => name);

export const INFO = { name: "test", version: "1" };

/** Handlers of a server with one of everything; results say whose it is. */
export function everything(name: string): object {
  const text = (value: unknown) => ({
    type: "text",
    text: `${name}: ${value}`,
  });
  const said = (value: unknown) => ({ content: [text(JSON.stringify(value))] });
  const inputSchema = { type: "object" };
  const outputSchema = {
    ...inputSchema,
    properties: { n: { type: "number" } },
  };
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

/** What hosts of a revision are made with. */
export async function hostsOf(revision: string) {
  const { createHost } = await load(revision, "client");
  const { createServer, memory } = await load(revision, "server");

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
    const running = new Map(
      Object.entries(servers).map(([name, own]) => [
        name,
        createServer({ ...INFO, name }, own),
      ]),
    );
    const commands = [...running.keys()].map((name) => [
      name,
      { command: name },
    ]);
    const host = createHost(INFO, {
      servers: Object.fromEntries(commands),
      handlers,
      restarts: [],
      audit: (entry: AuditEntry) => audit.push(entry),
      transport: (name: string) => {
        const [ours, theirs] = memory();
        void running.get(name)?.connect(theirs);
        return ours;
      },
      ...options,
    });
    try {
      await use(host, audit);
    } finally {
      await host.close();
      for (const server of running.values()) await server.close();
    }
  }

  /** A host of one name, at which these servers start one after the other. */
  function hostOfOne(starts: readonly Server[], options: object = {}): Host {
    const waiting = starts.values();
    return createHost(INFO, {
      servers: { one: { command: "one" } },
      restarts: [],
      transport: () => {
        const [ours, theirs] = memory();
        void waiting.next().value?.connect(theirs);
        return ours;
      },
      ...options,
    });
  }
  return { createHost, createServer, memory, hosting, hostOfOne };
}
