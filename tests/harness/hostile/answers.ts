/**
 * Behaviors of a hostile server over stdio, by name. A behavior is a function
 * that answers requests incorrectly. For comparison, `right` answers correctly.
 */
import type { Message } from "./processes.js";

/** Function that receives a request and answers or ignores it. */
export type Answer = (request: Message) => void;

const TOOL = {
  name: "t",
  inputSchema: { type: "object" },
  outputSchema: {
    type: "object",
    properties: {
      text: { type: "string", pattern: "^(a+)+$" },
      list: { type: "array", uniqueItems: true },
    },
  },
};
const INFO = { name: "s", version: "1" };
const CAPABILITIES = { logging: {}, tools: { listChanged: true } };

const resultsOf = (
  revision: string,
): { readonly [method: string]: object } => ({
  initialize: {
    protocolVersion: revision,
    capabilities: CAPABILITIES,
    serverInfo: INFO,
  },
  "server/discover": {
    supportedVersions: [revision],
    capabilities: CAPABILITIES,
    _meta: { "io.modelcontextprotocol/serverInfo": INFO },
  },
  "tools/list": { tools: [TOOL] },
  "tools/call": {
    content: [{ type: "text", text: "hi" }],
    structuredContent: { text: "a" },
  },
});

/** Members that every result must have in revisions without a handshake. */
const ALONE = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

function say(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function times(count: number, what: (n: number) => void): void {
  for (let n = 0; n < count; n += 1) what(n);
}

/**
 * Returns the correct behavior (`right`) and the hostile behaviors of a server
 * of the given revision.
 */
export function getBehaviors(revision: string): {
  readonly right: Answer;
  readonly behaviors: Readonly<Record<string, Answer>>;
} {
  const results = resultsOf(revision);
  const resultOf = (method = ""): object => ({
    ...(revision >= "2026" && ALONE),
    ...results[method],
  });
  const right: Answer = ({ id, method }) =>
    say({ id, result: resultOf(method) });
  /** Sends the result of a tool call with additional members. */
  const called = (id: unknown, more: object): void =>
    say({ id, result: { ...resultOf("tools/call"), ...more } });
  const behaviors: Readonly<Record<string, Answer>> = {
    silent: () => {},
    twice: (request) => times(2, () => right(request)),
    stranger: () => times(2_000, (n) => say({ id: `x${n}`, result: {} })),
    large: ({ id }) => called(id, { extra: "x".repeat(4_000_000) }),
    deep: ({ id }) => {
      const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
      const result = JSON.stringify(resultOf("tools/call")).slice(0, -1);
      process.stdout.write(
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result},"x":${deep}}}\n`,
      );
    },
    garbage: () => process.stdout.write(`${"x".repeat(5_000_000)}\n`),
    half: () => process.stdout.write('{"jsonrpc":"2.0","id":'),
    error: ({ id }) => say({ id, error: { code: "1", message: {} } }),
    neither: ({ id }) => say({ id, result: 7, error: null }),
    pattern: ({ id }) => {
      const text = `${"a".repeat(40)}!`;
      called(id, { structuredContent: { text } });
    },
    unique: ({ id }) => {
      const list = Array.from({ length: 20_000 }, (_, n) => ({ n }));
      called(id, { structuredContent: { text: "a", list } });
    },
    progress: (request) => {
      const method = "notifications/progress";
      times(3_000, (progress) =>
        say({ method, params: { progressToken: request.id, progress } }),
      );
      right(request);
    },
    logs: (request) => {
      const params = { level: "error", data: "x".repeat(1_000) };
      times(3_000, () => say({ method: "notifications/message", params }));
      right(request);
    },
    changed: (request) => {
      times(3_000, () => say({ method: "notifications/tools/list_changed" }));
      right(request);
    },
    questions: (request) => {
      const methods = ["ping", "roots/list", "elicitation/create", "x/y"];
      times(1_000, (n) =>
        say({ id: `q${n}`, method: methods[n % 4], params: { message: "" } }),
      );
      right(request);
    },
    cancelled: (request) => {
      const method = "notifications/cancelled";
      times(2_000, (requestId) => say({ method, params: { requestId } }));
      right(request);
    },
    pages: ({ id, method }) =>
      say({
        id,
        result: { ...resultOf(method), nextCursor: `c${String(id)}` },
      }),
    gone: () => process.exit(1),
  };
  return { right, behaviors };
}
