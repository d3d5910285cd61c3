import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diffModels } from "../../generator/model/diff.js";
import type { Change } from "../../generator/model/diff.js";
import { DIFF_FORMATS, formatDiff } from "../../generator/model/diff-format.js";
import { bundledModel, modelOf } from "../support/models.js";
import {
  bundledSchema,
  REVISIONS,
  reverseDeclarations,
} from "../support/sources.js";

const diffs = suite("diff");

/** Down travels to clients, Up to servers, Both both ways, None nowhere. */
const BASE = `
export interface Request { method: string; params?: { [key: string]: unknown } }
export interface Result { [key: string]: unknown }
export interface ClientCapabilities { roots?: { listChanged?: boolean } }
export interface ServerCapabilities { tools?: { listChanged?: boolean } }
export interface AskRequest extends Request { method: "ask"; params: { up: Up; both: Both } }
export interface AskResult extends Result { down: Down; both: Both }
`;
const UNIONS = "export type ClientRequest = AskRequest;";

function parse(lines: string) {
  const types = ["Up", "Down", "Both", "None"]
    .filter((name) => !new RegExp(`(interface|type) ${name}\\b`).test(lines))
    .map((name) => `export interface ${name} {}`);
  const union = /type ClientRequest\b/.test(lines) ? "" : UNIONS;
  return modelOf([BASE, ...types, lines, union].join("\n"));
}

/** `CS kind path: before => after`, C and S where a client or server breaks. */
function shown({ kind, path, before, after, breaks }: Change): string {
  const marks = `${breaks.client ? "C" : "-"}${breaks.server ? "S" : "-"}`;
  return `${marks} ${kind} ${path}: ${before ?? ""} => ${after ?? ""}`;
}

function diff(older: string, newer: string): string[] {
  return diffModels(parse(older), parse(newer)).map(shown);
}

const SAME: readonly [string, string, string][] = [
  ["nothing", "", ""],
  [
    "prose and order of members",
    "interface Up { a: 1; b: 2 }",
    "/** Up. */ interface Up { b: 2; a: 1 }",
  ],
  [
    "order in unions, names for them",
    'type Up = "a" | "b";',
    'type Up = "b" | "a";',
  ],
  [
    "readonly",
    "interface Up { a: 1[] }",
    "interface Up { readonly a: readonly 1[] }",
  ],
  [
    "open index signatures",
    "interface Up { a: 1 }",
    "interface Up { a: 1; [k: string]: unknown }",
  ],
  [
    "constants for literals",
    "const C = 1; interface Up { a: 1 }",
    "const C = 1; interface Up { a: typeof C }",
  ],
  ["interface or alias", "interface Up { a: 1 }", "type Up = { a: 1 };"],
  [
    "boolean or both",
    "interface Up { a: boolean }",
    "interface Up { a: true | false }",
  ],
];
for (const [name, older, newer] of SAME)
  diffs(`does not see ${name}`, () => assert.equal(diff(older, newer), []));

const MEMBERS: readonly [string, string, string, readonly string[]][] = [
  [
    "an optional member added",
    "interface Down {}",
    "interface Down { a?: 1 }",
    ["-- added Down.a:  => a?: 1"],
  ],
  [
    "a required member added, to servers",
    "interface Up {}",
    "interface Up { a: 1 }",
    ["C- added Up.a:  => a: 1"],
  ],
  [
    "a required member added, to clients",
    "interface Down {}",
    "interface Down { a: 1 }",
    ["-S added Down.a:  => a: 1"],
  ],
  [
    "a required member added, both ways",
    "interface Both {}",
    "interface Both { a: 1 }",
    ["CS added Both.a:  => a: 1"],
  ],
  [
    "a required member added, nowhere",
    "interface None {}",
    "interface None { a: 1 }",
    ["-- added None.a:  => a: 1"],
  ],
  [
    "an optional member removed",
    "interface Up { a?: 1 }",
    "interface Up {}",
    ["-- removed Up.a: a?: 1 => "],
  ],
  [
    "a required member removed",
    "interface Up { a: 1 }",
    "interface Up {}",
    ["-S removed Up.a: a: 1 => "],
  ],
  [
    "a member renamed",
    "interface Down { older: string; x: 1 }",
    'interface Down { x: 1; "new er": string }',
    ['CS renamed Down["new er"]: older: string => "new er": string'],
  ],
  [
    "a member made optional",
    "interface Down { a: 1 }",
    "interface Down { a?: 1 }",
    ["C- made optional Down.a: a: 1 => a?: 1"],
  ],
  [
    "a member made required",
    "interface Down { a?: 1 }",
    "interface Down { a: 1 }",
    ["-S made required Down.a: a?: 1 => a: 1"],
  ],
  [
    "a union widened, to clients",
    "interface Down { a: 1 | 2 }",
    "interface Down { a: 1 | 2 | 3 }",
    ["C- widened Down.a: 1 | 2 => 1 | 2 | 3"],
  ],
  [
    "a union widened, to servers",
    "interface Up { a: string }",
    "interface Up { a: string | number }",
    ["-S widened Up.a: string => string | number"],
  ],
  [
    "a type narrowed",
    "interface Up { a: string }",
    'interface Up { a: "x" | "y" }',
    ['C- narrowed Up.a: string => "x" | "y"'],
  ],
  [
    "a type changed",
    "interface Down { a: string }",
    "interface Down { a: number }",
    ["CS changed Down.a: string => number"],
  ],
  [
    "a change deep inside",
    "interface Up { a?: { b: { c: 1 }[] } }",
    "interface Up { a?: { b: { c?: 1 }[] } }",
    ["-S made optional Up.a.b[].c: c: 1 => c?: 1"],
  ],
  [
    "an object that got a name, and changed",
    "interface Up { a: { b: 1 } }",
    "interface Up { a: A } interface A { b: 1; c: 2 }",
    ["C- added Up.a.c:  => c: 2", "-- added A:  => A"],
  ],
  [
    "a base that came between, and what it brought",
    "interface Up { a: 1 }",
    "interface Base { a: 1; b?: 2 } interface Up extends Base {}",
    ["-- added Base:  => Base", "-- added Up.b:  => b?: 2"],
  ],
  [
    "a member of a base once, not in each that extends it",
    "interface Base {} interface Up extends Base {}",
    "interface Base { a: 1 } interface Up extends Base {}",
    ["C- added Base.a:  => a: 1"],
  ],
  [
    "values of an index signature",
    "interface Down { [k: string]: string }",
    "interface Down { [k: string]: string | number }",
    ["C- widened Down[string]: string => string | number"],
  ],
  [
    "limits in doc comments",
    "interface Down { /** @minimum 1 @maxItems 5 */ a: number; /** @TJS-type number */ b: number }",
    "interface Down { /** @minimum 0 @pattern x */ a: number; b: number }",
    [
      "C- widened Down.a: @minimum 1 => @minimum 0",
      "C- widened Down.a: @maxItems 5 => ",
      "-S narrowed Down.a:  => @pattern x",
      "-S narrowed Down.b: any number => an integer",
    ],
  ],
  [
    "deprecations",
    "interface Up { a: 1 } /** @deprecated */ interface Both {}",
    "/** @deprecated */ interface Up { /** @deprecated */ a: 1 } interface Both {}",
    [
      "-- deprecated Up: Up => Up",
      "-- deprecated Up.a: a: 1 => a: 1",
      "-- no longer deprecated Both: Both => Both",
    ],
  ],
  [
    "a capability",
    "",
    "export interface ServerCapabilities { prompts?: object }",
    ["-- added ServerCapabilities.prompts:  => prompts?: object"],
  ],
  [
    "constants",
    "const A = 1; const B = 2;",
    "const A = 2; const C = 3;",
    [
      "-- changed A: 1 => 2",
      "-- added C:  => C = 3",
      "-- removed B: B = 2 => ",
    ],
  ],
  [
    "a type renamed",
    "interface ThingRef { a: 1; b: 2 } interface Up { x: ThingRef }",
    "interface Up { x: ThingOtherRef } interface ThingOtherRef { a: 1; b: 2; c?: 3 }",
    [
      "-- renamed ThingOtherRef: ThingRef => ThingOtherRef",
      "-- added ThingOtherRef.c:  => c?: 3",
    ],
  ],
  [
    "an object of nothing special that has names now",
    "interface Up { a?: object }",
    "interface Up { a?: { b?: 1; c: 2 } }",
    ["-- added Up.a.b:  => b?: 1", "C- added Up.a.c:  => c: 2"],
  ],
  [
    "an object that has no names any more",
    "interface Up { a: { b: 1 } }",
    "interface Up { a: object }",
    ["-S removed Up.a.b: b: 1 => "],
  ],
  [
    "what a union is a name of, but for a name that stays",
    "type T = 1 | 2; interface Up { a: 1 | 2; b: T }",
    "type T = 1 | 2; interface Up { a: N; b: T | 3 } type N = T | 4",
    [
      "-S widened Up.a: 1 | 2 => 1 | 2 | 4",
      "-S widened Up.b: T => T | 3",
      "-- added N:  => N",
    ],
  ],
  [
    "words that are known beside any other",
    'interface Up { a?: "x" | string }',
    'interface Up { a?: "x" | "y" | string }',
    ['-- changed Up.a: "x" | string => "x" | "y" | string'],
  ],
  [
    "a recursive type is the same as itself",
    "type J = string | J[] | { [k: string]: J }; interface Up { a: J }",
    "type J = string | J[] | { [k: string]: J }; interface Up { a: J | 1 }",
    ["-S widened Up.a: J => J | 1"],
  ],
];
for (const [name, older, newer, want] of MEMBERS)
  diffs(name, () => assert.equal(diff(older, newer), want));

const MORE = `interface MoreRequest { method: "more" } interface MoreResult {}`;
const TOOLS = `interface ListToolsRequest { method: "tools/list" } interface ListToolsResult {}`;
const TELL = `interface TellNotification { method: "tell" }`;

const METHODS: readonly [string, string, string, readonly string[]][] = [
  [
    "a request added without a capability",
    MORE,
    `${MORE} type ClientRequest = AskRequest | MoreRequest;`,
    ["-S added more:  => request from the client -> MoreResult"],
  ],
  [
    "a request added with a capability that older servers may have",
    TOOLS,
    `${TOOLS} type ClientRequest = AskRequest | ListToolsRequest;`,
    ["-S added tools/list:  => request from the client -> ListToolsResult"],
  ],
  [
    "a request removed",
    `${MORE} type ClientRequest = AskRequest; type ServerRequest = MoreRequest;`,
    MORE,
    ["-S removed more: request from the server -> MoreResult => "],
  ],
  [
    "a notification added and one removed",
    `${TELL} interface N { method: "n" } type ClientNotification = TellNotification;`,
    `${TELL} interface N { method: "n" } type ClientNotification = N;`,
    [
      "-- removed tell: notification from the client => ",
      "-- added n:  => notification from the client",
    ],
  ],
  [
    "a request that both may send, and then only the server",
    `${MORE} type ClientRequest = AskRequest | MoreRequest; type ServerRequest = MoreRequest;`,
    `${MORE} type ServerRequest = MoreRequest;`,
    ["C- changed more: request from either side => request from the server"],
  ],
  [
    "a request that only the server sent, and that both send now",
    `${MORE} type ServerRequest = MoreRequest;`,
    `${MORE} type ClientRequest = AskRequest | MoreRequest; type ServerRequest = MoreRequest;`,
    ["-S changed more: request from the server => request from either side"],
  ],
  [
    "what only one model sends a way breaks nobody that way",
    `interface Up { a?: 1 } ${MORE.replace('more"', 'more"; params: Up')} type ServerRequest = MoreRequest;`,
    `interface Up { a: 1 } ${MORE.replace('more"', 'more"; params: Up')}`,
    [
      "-S removed more: request from the server -> MoreResult => ",
      "C- made required Up.a: a?: 1 => a: 1",
    ],
  ],
  [
    "a request that may be answered with a task now",
    'interface CreateTaskResult {} interface ListToolsResult {} interface CallToolResult {} interface CallToolRequest { method: "tools/call"; params: { name: string } } type ClientRequest = CallToolRequest;',
    'interface CreateTaskResult {} interface ListToolsResult {} interface CallToolResult {} interface CallToolRequest { method: "tools/call"; params: { name: string; task?: object } } type ClientRequest = CallToolRequest;',
    [
      "-- changed tools/call: one answer => an answer, or the task that will have it",
      "-- added CallToolRequest.params.task:  => task?: object",
    ],
  ],
  [
    "a deprecation of a request that went into results",
    `${MORE} type ServerRequest = MoreRequest;`,
    `/** @deprecated */ ${MORE} type InputRequest = MoreRequest;`,
    [
      "CS changed more: request from the server => request embedded in a result of the server",
      "-- deprecated more: request from the server => request embedded in a result of the server",
      "-- deprecated MoreRequest: MoreRequest => MoreRequest",
    ],
  ],
  [
    "a request that is embedded now",
    `${MORE} type ServerRequest = MoreRequest;`,
    `${MORE} type InputRequest = MoreRequest;`,
    [
      "CS changed more: request from the server => request embedded in a result of the server",
    ],
  ],
  [
    "a method renamed",
    `${MORE} type ServerRequest = MoreRequest;`,
    `${MORE.replace('"more"', '"most"')} type ServerRequest = MoreRequest;`,
    [
      "-S renamed most: more, request from the server => most, request from the server",
      'CS changed MoreRequest.method: "more" => "most"',
    ],
  ],
  [
    "a request that may ask for input now",
    "interface InputRequiredResult {}",
    "interface InputRequiredResult {} interface AskResultResponse { result: AskResult | InputRequiredResult }",
    [
      "C- changed ask: one answer => an answer, or what input it needs",
      "-- added AskResultResponse:  => AskResultResponse",
    ],
  ],
];
for (const [name, older, newer, want] of METHODS)
  diffs(name, () => assert.equal(diff(older, newer), want));

diffs("of 2024-11-05 and 2025-03-26 is what the change log says", () => {
  const all = diffModels(
    bundledModel("2024-11-05"),
    bundledModel("2025-03-26"),
  );
  assert.equal(
    all.filter(({ breaks }) => breaks.client || breaks.server).map(shown),
    [
      "-S changed completion/complete: needs no capability => needs completions",
      "CS widened JSONRPCMessage: JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError => JSONRPCRequest | JSONRPCNotification | JSONRPCBatchRequest | JSONRPCResponse | JSONRPCError | JSONRPCBatchResponse",
      "C- widened PromptMessage.content: TextContent | ImageContent | EmbeddedResource => TextContent | ImageContent | AudioContent | EmbeddedResource",
      "C- widened CallToolResult.content[]: TextContent | ImageContent | EmbeddedResource => TextContent | ImageContent | AudioContent | EmbeddedResource",
      "CS widened SamplingMessage.content: TextContent | ImageContent => TextContent | ImageContent | AudioContent",
    ],
  );
});

diffs("of 2025-11-25 and 2026-07-28 knows what went with the handshake", () => {
  const all = diffModels(
    bundledModel("2025-11-25"),
    bundledModel("2026-07-28"),
  );
  const verdicts = new Map<string, string>();
  for (const change of all) {
    if (change.subject !== "method") continue;
    const before = verdicts.get(change.path);
    const verdict = `${shown(change).slice(0, 2)} ${change.kind}`;
    verdicts.set(change.path, before ? `${before}, ${verdict}` : verdict);
  }
  assert.equal(Object.fromEntries(verdicts), {
    ping: "CS removed",
    initialize: "CS removed",
    // Their capabilities are still there, for other uses.
    "logging/setLevel": "C- removed",
    "resources/subscribe": "C- removed",
    "resources/unsubscribe": "C- removed",
    "tasks/get": "-- removed",
    "tasks/result": "-- removed",
    "tasks/list": "-- removed",
    "tasks/cancel": "-- removed",
    "sampling/createMessage": "CS changed, -- deprecated",
    "roots/list": "CS changed, -- deprecated",
    "elicitation/create": "CS changed",
    "notifications/initialized": "-- removed",
    "notifications/roots/list_changed": "-- removed",
    "notifications/tasks/status": "-- removed",
    "notifications/elicitation/complete": "-- removed",
    "server/discover": "-S added",
    "subscriptions/listen": "-S added",
    "notifications/subscriptions/acknowledged": "-- added",
    "prompts/get": "C- changed",
    "resources/read": "C- changed",
    // It may ask for input, and is not answered with a task any more.
    "tools/call": "C- changed, -- changed",
    "notifications/progress": "-- changed",
    "notifications/message": "-- deprecated",
  });
});

diffs("of 2025-06-18 and 2025-11-25 knows the new capabilities", () => {
  const all = diffModels(
    bundledModel("2025-06-18"),
    bundledModel("2025-11-25"),
  );
  assert.equal(
    all.filter((c) => c.subject === "capability").map(({ path }) => path),
    [
      "ClientCapabilities.sampling.context",
      "ClientCapabilities.sampling.tools",
      "ClientCapabilities.elicitation.form",
      "ClientCapabilities.elicitation.url",
      "ClientCapabilities.tasks",
      "ServerCapabilities.tasks",
    ],
  );
});

diffs("of 2026-07-28 and draft is none", () => {
  const all = diffModels(bundledModel("2026-07-28"), bundledModel("draft"));
  assert.equal(all, []);
  assert.is(formatDiff(all, "text"), "no difference on the wire\n");
});

for (const revision of REVISIONS)
  diffs(`of ${revision} and itself in another order is none`, () => {
    const shuffled = modelOf(reverseDeclarations(bundledSchema(revision)));
    assert.equal(diffModels(bundledModel(revision), shuffled), []);
  });

diffs("says why, whatever the change", () => {
  for (const [at, revision] of REVISIONS.slice(1).entries()) {
    const older = bundledModel(REVISIONS[at] ?? revision);
    for (const change of diffModels(older, bundledModel(revision)))
      assert.match(change.why, /^[A-Z].*\.$/);
  }
});

diffs("as text fits a terminal", () => {
  const all = diffModels(
    bundledModel("2025-11-25"),
    bundledModel("2026-07-28"),
  );
  const text = formatDiff(all, "text", {
    from: "2025-11-25",
    to: "2026-07-28",
  });
  const lines = text.split("\n");
  assert.equal(
    lines.filter((line) => line.length > 80),
    [],
  );
  assert.is(lines[0], "2025-11-25 -> 2026-07-28");
});

const SAMPLE = diffModels(
  parse("interface Down { a: 1 | 2 } interface Gone {} const A = 1;"),
  parse(
    `interface Down { a: 1 | 2 | 3; b?: string } ${TELL} type ServerNotification = TellNotification;`,
  ),
);

diffs("as text is a picture", () => {
  assert.is(
    formatDiff(SAMPLE, "text", { from: "A", to: "B" }),
    `A -> B
6 changes: 1 breaks an older client, 0 an older server

Methods
  + tell                                 notification from the server

Members
  Down
    ~ a: widened
        - 1 | 2
        + 1 | 2 | 3
        ! older client: A newer server may send what an older client does not
          take.
    + b?: string

Constants
  - A = 1

Types
  + TellNotification
  - Gone

+ added  - removed  > likely renamed  ~ changed  x deprecated
! breaks an older client or server that meets a newer peer
`,
  );
});

diffs("as Markdown is a page", () => {
  assert.is(
    formatDiff(SAMPLE, "md", { from: "A", to: "B" }),
    `# From A to B

6 changes: 1 breaks an older client, 0 an older server.

## Methods

- \`tell\` added
  - is \`notification from the server\`

## Members

- \`Down.a\` widened (**breaks an older client**)
  - was \`1 | 2\`
  - is \`1 | 2 | 3\`
  - A newer server may send what an older client does not take.
- \`Down.b\` added
  - is \`b?: string\`

## Constants

- \`A\` removed
  - was \`A = 1\`

## Types

- added: \`TellNotification\`
- removed: \`Gone\`
`,
  );
});

diffs("as JSON is all of it", () => {
  assert.equal(JSON.parse(formatDiff(SAMPLE, "json", { from: "A", to: "B" })), {
    from: "A",
    to: "B",
    changes: SAMPLE,
  });
});

diffs("ends in a line end in each format", () => {
  for (const format of DIFF_FORMATS)
    for (const changes of [[], SAMPLE])
      assert.match(formatDiff(changes, format), /[^\n]\n$/);
});

diffs.run();
