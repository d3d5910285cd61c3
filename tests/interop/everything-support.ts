/** Generated clients that can do all of their revision, connected with the reference server. */
import { join } from "node:path";
import * as assert from "uvu/assert";
import { ROOT } from "../support/cli.js";
import { load, WireCheck } from "./support.js";

const SERVER = join(
  ROOT,
  "tests/node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

export type Json = Record<string, unknown>;
export type Call = (params?: object, options?: object) => Promise<Json>;

/** What the tests use of a generated `client.ts`. */
interface ClientModule {
  createClient(info: object, handlers: object, options: object): Client;
  /** From 2025-06-18 on. */
  elicitation?(options: object): object;
  sampling(options: object): object;
  roots(given: object[]): { set(given: object[]): void };
  spawn(command: string, args: readonly string[], options: object): Transport;
}

interface Client {
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
  readonly server: { readonly version: string; readonly info: Json };
  readonly ping: Call;
  readonly setLevel: Call;
  readonly listTools: Call;
  readonly listPrompts: Call;
  readonly listResources: Call;
  readonly listResourceTemplates: Call;
  readonly callTool: Call;
  readonly getPrompt: Call;
  readonly readResource: Call;
  readonly subscribe: Call;
  readonly unsubscribe: Call;
  readonly complete: Call;
}

interface Unknown {
  readonly method: string;
  readonly value: string;
}

interface Transport {
  start(receiver: Receiver): unknown;
  send(message: object): void;
  close(): unknown;
}

interface Receiver {
  receive(message: object): void;
}

/** The transport, with all that this side writes held against the revision. */
function watched(transport: Transport, wire: WireCheck): Transport {
  return {
    start: (receiver) => {
      const receive = receiver.receive.bind(receiver);
      receiver.receive = (message) => {
        wire.asked(message);
        receive(message);
      };
      return transport.start(receiver);
    },
    send: (message) => {
      wire.check(JSON.parse(JSON.stringify(message)) as object);
      transport.send(message);
    },
    close: () => transport.close(),
  };
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
  readonly unknown: Unknown[];
}

/** Runs `use` with a connected client that can do all of its revision. */
export async function connected(
  revision: string,
  use: (session: Session) => Promise<void>,
): Promise<void> {
  const { createClient, elicitation, ...module } = await load<ClientModule>(
    revision,
    "client",
  );
  const heard = new Heard();
  const elicited: Json[] = [];
  const unknown: Unknown[] = [];
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
      ...elicitation?.({
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
      onUnknown: (one: Unknown) => unknown.push(one),
    },
  );
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
