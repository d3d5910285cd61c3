/** Generated clients that can do all of their revision, connected with the reference server. */
import { join } from "node:path";
import * as assert from "uvu/assert";
import { ROOT } from "../support/cli.js";
import type { Transport } from "../../templates/runtime/transport/transport.js";
import { load, WireCheck } from "./support.js";
import type { Client as Plain } from "./modules.js";

const SERVER = join(
  ROOT,
  "tests/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

export type Json = Record<string, unknown>;
export type Call = (params?: object, options?: object) => Promise<Json>;

/** Methods of a client that the tests use. */
type Method =
  | `list${"Prompts" | "Resources" | "ResourceTemplates"}`
  | ("callTool" | "complete" | "getPrompt" | "ping" | "readResource")
  | ("setLevel" | "subscribe" | "unsubscribe");
type Client = Omit<Plain, "callTool"> & { readonly [method in Method]: Call };

/** The transport, with all that this side writes held against the revision. */
export function watched(transport: Transport, wire: WireCheck): Transport {
  const { start, send } = transport;
  transport.start = (receiver) => {
    const receive = receiver.receive.bind(receiver);
    receiver.receive = (message: object) => {
      wire.asked(message);
      receive(message);
    };
    return start.call(transport, receiver);
  };
  transport.send = (message) => {
    wire.check(JSON.parse(JSON.stringify(message)) as object);
    send.call(transport, message);
  };
  return transport;
}

/** What a client was notified of, and who waits for more. */
class Heard {
  readonly #all: string[] = [];
  #wake = (): void => {};

  handler(method: string): Record<string, (params: Json) => void> {
    return {
      [method]: (params) => {
        this.#all.push(`${method} ${JSON.stringify(params)}`);
        this.#wake();
      },
    };
  }

  /** Resolves when something was heard that has all of these texts. */
  async until(...texts: string[]): Promise<void> {
    while (!this.#all.some((one) => texts.every((t) => one.includes(t)))) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

export interface Session {
  readonly client: Client;
  readonly roots: { set(given: object[]): void };
  readonly heard: Heard;
  readonly elicited: Json[];
  /** Methods, and the values that their revision does not know. */
  readonly unknown: string[];
}

/** Runs `use` with a connected client that can do all of its revision. */
export async function connected(
  revision: string,
  use: (session: Session) => Promise<void>,
): Promise<void> {
  const { createClient, elicitation, ...module } = await load(
    revision,
    "client",
  );
  const heard = new Heard();
  const elicited: Json[] = [];
  const unknown: string[] = [];
  const problems: string[] = [];
  const roots = module.roots([{ uri: "file:///here", name: "here" }]);
  const url = (params: Json): string => {
    elicited.push(params);
    return "accept";
  };
  const client = createClient(
    { name: "ours", version: "1.0.0" },
    {
      ...roots,
      ...module.sampling({
        approveRequest: () => true,
        approveResponse: () => true,
        sample: ({ maxTokens }: Json) => ({
          role: "assistant",
          model: "m",
          content: { type: "text", text: `sampled ${maxTokens}` },
        }),
      }),
      ...(elicitation as typeof elicitation | undefined)?.({
        form: (params: Json) => {
          elicited.push(params);
          return { action: "accept", content: { name: "Ada" } };
        },
        ...(revision >= "2025-11-25" ? { url } : {}),
      }),
      ...heard.handler("notifications/message"),
      ...heard.handler("notifications/resources/updated"),
      ...heard.handler("notifications/tools/list_changed"),
    },
    {
      onError: (error: Error) => problems.push(error.message),
      onUnknown: ({ method, value }: Record<string, string>) =>
        unknown.push(`${method} ${value}`),
    },
  ) as object as Client;
  const wire = await WireCheck.of(revision, "client");
  const child = module.spawn(process.execPath, [SERVER, "stdio"], {
    stderr: "ignore",
  });
  await client.connect(watched(child, wire));
  try {
    // Tools that need the client's features are there from then on; a server
    // that is left while it asks for the roots would have to be killed.
    await heard.until("tools/list_changed");
    await heard.until("Roots updated: 1 root");
    await use({ client, roots, heard, elicited, unknown });
  } finally {
    await client.close();
  }
  assert.equal(wire.problems, []);
  assert.equal(problems, []);
  assert.ok(wire.count > 5);
}
