/**
 * Connects a generated client to a generated server, and provides data for
 * their messages.
 */
import { load } from "./load.js";
import type { Client, Context } from "./modules.js";

/** Name and version that both the client and the server send. */
const INFO = { name: "test", version: "1" };

export interface Pair {
  /**
   * Calls a tool whose handler runs `use`. Returns the result of `use`, or its
   * error as text.
   */
  call<T>(use: (ctx: Context) => Promise<T>): Promise<T | string>;
  /**
   * Sends an elicitation from a tool. Returns the client's result, or the error
   * as text.
   */
  elicit(params: object, options?: object): Promise<unknown>;
  sample(params?: object): Promise<unknown>;
  listRoots(): Promise<unknown>;
  declared(): Promise<unknown>;
  readonly client: Client;
  readonly heard: string[];
  readonly errors: string[];
  close(): Promise<void>;
}

const pairs: Pair[] = [];

/** Closes all clients and servers that the finished test has connected. */
export async function closePairs(): Promise<void> {
  for (const { close } of pairs.splice(0)) await close();
}

/**
 * Connects a client with the given handlers to a server. The server has a tool
 * that runs the functions which tests pass to `call`. The parameter `own`
 * contains additional handlers of the server.
 */
export async function pair(
  revision: string,
  handlers: object,
  options: object = {},
  own: object = {},
): Promise<Pair> {
  const { createServer, memory } = await load(revision, "server");
  const { createClient } = await load(revision, "client");
  const heard: string[] = [];
  const errors: string[] = [];
  let use: (ctx: Context) => Promise<unknown> = () => Promise.resolve();
  let outcome: unknown;
  const server = createServer(INFO, {
    "tools/list": () => ({ tools: [] }),
    "tools/call": async (_: unknown, ctx: Context) => {
      outcome = await use(ctx).catch(
        (error: Error & { code?: number; fault?: string }) =>
          `${error.code ?? error.fault}: ${error.message}`,
      );
      return { content: [] };
    },
    "notifications/roots/list_changed": () => void heard.push("changed"),
    ...own,
  });
  const client = createClient(INFO, handlers, {
    ...options,
    onError: ({ message }: Error) => errors.push(message),
  });
  const [ours, theirs] = memory();
  await server.connect(theirs);
  await client.connect(ours);
  const call: Pair["call"] = async (what) => {
    use = what;
    outcome = undefined;
    await client.callTool({ name: "t" });
    return outcome as never;
  };
  const sample = { messages: MESSAGES, maxTokens: 1 };
  const made: Pair = {
    heard,
    errors,
    client,
    call,
    elicit: (params, more) => call((ctx) => ctx.elicit(params, more)),
    sample: (params) => call((ctx) => ctx.sample({ ...sample, ...params })),
    listRoots: () => call((ctx) => ctx.roots()),
    declared: () => call(async (ctx) => ctx.peer.capabilities),
    async close() {
      await client.close();
      await server.close();
    },
  };
  pairs.push(made);
  return made;
}

/**
 * Revisions with a handshake (`initialize`). In these revisions, servers can
 * send requests.
 */
export const WITH_HANDSHAKE = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
];

/**
 * Waits for one turn of the event loop, in which messages in transit arrive.
 */
export const turn = (): Promise<void> =>
  new Promise((done) => setImmediate(done));

/**
 * Test data for sampling: messages, a model's response, and client hooks that
 * approve everything.
 */
export const TEXT = { type: "text", text: "hi" };
export const MESSAGES = [{ role: "user", content: TEXT }];
export const ANSWER = { role: "assistant", content: TEXT, model: "m" };
export const YES = {
  approveRequest: () => true,
  sample: () => ANSWER,
  approveResponse: () => true,
};

/**
 * Test data for sampling with tools: a tool, content that calls the tool, and
 * content with the results of these calls.
 */
export const TOOL = { name: "t", inputSchema: { type: "object" } };
export const use = (...ids: string[]): object => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "t", input: {} })),
});

export const result = (toolUseId: string): object => ({
  type: "tool_result",
  toolUseId,
  content: [],
});

export const says = (...content: object[]): object => ({
  role: "user",
  content,
});

export const START = says(TEXT);

const FIELDS = {
  name: { type: "string", minLength: 2, maxLength: 4, default: "anon" },
  mail: { type: "string", format: "email" },
  day: { type: "string", format: "date" },
  kind: { type: "string", enum: ["a", "b"] },
  age: { type: "integer", minimum: 1, maximum: 9 },
  share: { type: "number" },
  sure: { type: "boolean", default: false },
};

/** Elicitation form with a field of each primitive type. */
export const FORM = { type: "object", properties: FIELDS, required: ["age"] };

const WHOLE = "integer within its limits";
const TEXTUAL = "string within its limits";
const EMAIL = "string of format email within its limits";
const DATE = "string of format date within its limits";

/**
 * Answers to the form `FORM`. An invalid answer is followed by the name of the
 * invalid field and a description of the expected value.
 */
const ANSWERS: readonly (readonly [object, string?, string?])[] = [
  [{ age: 3 }],
  [{ age: 3, share: 0.5, mail: "a@b.cd", day: "2026-01-31", kind: "b" }],
  [{ age: 3, more: "than was asked" }],
  [{}, "age", WHOLE],
  [{ age: 0 }, "age", WHOLE],
  [{ age: 10 }, "age", WHOLE],
  [{ age: 1.5 }, "age", WHOLE],
  [{ age: "3" }, "age", WHOLE],
  [{ age: 3, share: "1" }, "share", "number"],
  [{ age: 3, sure: 1 }, "sure", "boolean"],
  [{ age: 3, name: "a" }, "name", TEXTUAL],
  [{ age: 3, name: "abcde" }, "name", TEXTUAL],
  [{ age: 3, name: "😀" }, "name", TEXTUAL],
  [{ age: 3, kind: "c" }, "kind", '"a" or "b"'],
  [{ age: 3, mail: "a" }, "mail", EMAIL],
  [{ age: 3, day: "2026-02-31" }, "day", DATE],
];

/**
 * Answers to the form `FORM`, each with the expected error message if the
 * answer is invalid.
 */
export const FILLED = ANSWERS.map(([content, field, expected]) => {
  const got = typeof content[field as never];
  const what = got === "undefined" ? "nothing" : got;
  const wrong = field && `${field}: expected ${expected}, got ${what}`;
  return [content, wrong] as const;
});

/**
 * Returns the elicitation result of a user who accepts a form with the given
 * content.
 */
export const accept = (content: object): object => ({
  action: "accept",
  content,
});

/** Parameters of an elicitation in URL mode. */
export const PAGE = {
  mode: "url",
  message: "?",
  url: "https://a.b/c?d",
  elicitationId: "e1",
};

/** Returns the parameters of an elicitation whose form has the given fields. */
export const form = (properties: object, more: object = {}): object => ({
  message: "?",
  requestedSchema: { type: "object", properties, ...more },
});
