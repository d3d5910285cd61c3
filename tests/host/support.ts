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
      ctx: Context,
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
