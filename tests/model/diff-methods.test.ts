/** What becomes of methods. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diff, MORE, TELL, TOOLS } from "../support/diffs.js";

const diffs = suite("diff: methods");

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
      "CS renamed most: more, request from the server => most, request from the server",
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

diffs.run();
