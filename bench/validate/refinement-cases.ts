/**
 * Valid messages that measure the cost of the options for unknown keys and
 * string formats. Some of the messages have unknown keys.
 */
import { CALL, INITIALIZE, PROMPT, TOOL } from "./messages.js";

/** Way in which a validator treats unknown keys or string formats. */
export type Mode = "strip" | "reject" | "assert";

/**
 * Value as JSON text, and the options (modes) with which the value is
 * validated.
 */
export interface RefinementCase {
  readonly name: string;
  /**
   * Name of the value's type, or `message` for a message that is decoded.
   */
  readonly type: string;
  readonly text: string;
  /** Whether the value has unknown keys. */
  readonly unknown: boolean;
  readonly modes: readonly Mode[];
  /** Maximum ratio of the validation time to the time of `JSON.parse`. */
  readonly aim: number;
}

interface Members {
  readonly [name: string]: unknown;
}

/** Returns one of five different content blocks, depending on `n`. */
function block(n: number): Members {
  const uri = `https://example.com/files/${n}.txt?version=${n % 7}#top`;
  const blocks: readonly Members[] = [
    { type: "text", text: `Line ${n} of the report` },
    { type: "image", data: "iVBORw0K".repeat(6), mimeType: "image/png" },
    {
      type: "resource_link",
      uri,
      name: `file-${n}`,
      description: "A file of the project",
      annotations: { audience: ["user"], priority: 0.5 },
    },
    {
      type: "resource",
      resource: { uri, mimeType: "text/plain", text: `Contents of ${n}` },
    },
    {
      type: "text",
      text: "Note",
      annotations: { audience: ["assistant"], priority: 1 },
      _meta: { "example.com/source": { line: n } },
    },
  ];
  return blocks[n % blocks.length] ?? {};
}

const textBlock = (n: number): Members => ({
  type: "text",
  text: `Line ${n} of the report`,
});

const resource = (n: number): Members => ({
  uri: `file:///home/user/project/src/module-${n}.ts`,
  name: `module-${n}`,
  title: `Module ${n}`,
  mimeType: "text/x-typescript",
  size: 1000 + n,
});

/**
 * Adds an unknown key after the known keys if `n` is even, and before them if
 * `n` is odd.
 */
function withUnknown(value: Members, n: number): Members {
  return n % 2 === 0
    ? { ...value, vendorExtension: { enabled: true, level: n } }
    : { vendorExtension: "x", ...value };
}

function list(
  key: string,
  count: number,
  item: (n: number) => Members,
): readonly [known: Members, unknown: Members] {
  const items = Array.from({ length: count }, (_, n) => item(n));
  return [{ [key]: items }, { [key]: items.map(withUnknown) }];
}

function withoutEnvelope(message: object): Members {
  const { method, params } = message as Members;
  return { method, ...(params === undefined ? {} : { params }) };
}

const strange = (message: object): Members => ({
  ...message,
  params: { ...(message as { params?: object }).params, trace: "abc" },
  sentAt: 1,
});

const AIM = 0.5;
const SMALL_AIM = 0.6;

const ALL: readonly Mode[] = ["strip", "reject", "assert"];

const CASES: readonly (readonly [
  name: string,
  type: string,
  values: readonly [known: unknown, unknown: unknown],
  aim: number,
])[] = [
  ["2,000 texts", "CallToolResult", list("content", 2000, textBlock), AIM],
  ["2,000 blocks", "CallToolResult", list("content", 2000, block), AIM],
  ["1,000 tools", "ListToolsResult", list("tools", 1000, TOOL), AIM],
  [
    "500 resources",
    "ListResourcesResult",
    list("resources", 500, resource),
    AIM,
  ],
  [
    "prompt",
    "GetPromptResult",
    [PROMPT, { ...PROMPT, messages: PROMPT.messages.map(withUnknown) }],
    SMALL_AIM,
  ],
  ...[CALL, INITIALIZE].map((message) => {
    const value = withoutEnvelope(message);
    const type = message === CALL ? "CallToolRequest" : "InitializeRequest";
    const values = [value, strange(value)] as const;
    return [message.method, type, values, SMALL_AIM] as const;
  }),
];

export const REFINEMENT_CASES: readonly RefinementCase[] = CASES.flatMap(
  ([name, type, values, aim]) =>
    values.map((value, i) => ({
      name: i === 0 ? name : `${name}, unknown keys`,
      type,
      text: JSON.stringify(value),
      unknown: i === 1,
      modes: i === 0 ? ALL : ALL.slice(0, 2),
      aim,
    })),
);

/** Names of all types that the cases use. */
export const REFINED_TYPES: readonly string[] = [
  ...new Set(CASES.map(([, type]) => type)),
];
