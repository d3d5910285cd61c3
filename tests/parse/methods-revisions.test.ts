/** The methods of each revision. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bundledModel } from "../support/models.js";
import { shown } from "./methods-support.js";

const methods = suite("methods of the revisions");

/** What each revision has that the one before it has not, and the reverse. */
const REVISIONS: readonly [
  string,
  { readonly gone: readonly string[]; readonly added: readonly string[] },
][] = [
  [
    "2024-11-05",
    {
      gone: [],
      added: [
        "ping either -> PingRequest EmptyResult",
        "initialize client -> InitializeRequest InitializeResult",
        "completion/complete client -> CompleteRequest CompleteResult",
        "logging/setLevel client -> SetLevelRequest EmptyResult needs logging",
        "prompts/get client -> GetPromptRequest GetPromptResult needs prompts",
        "prompts/list client -> ListPromptsRequest ListPromptsResult needs prompts",
        "resources/list client -> ListResourcesRequest ListResourcesResult needs resources",
        "resources/templates/list client -> ListResourceTemplatesRequest ListResourceTemplatesResult needs resources",
        "resources/read client -> ReadResourceRequest ReadResourceResult needs resources",
        "resources/subscribe client -> SubscribeRequest EmptyResult needs resources.subscribe",
        "resources/unsubscribe client -> UnsubscribeRequest EmptyResult needs resources.subscribe",
        "tools/call client -> CallToolRequest CallToolResult needs tools",
        "tools/list client -> ListToolsRequest ListToolsResult needs tools",
        "sampling/createMessage server -> CreateMessageRequest CreateMessageResult needs sampling",
        "roots/list server -> ListRootsRequest ListRootsResult needs roots",
        "notifications/cancelled either | CancelledNotification",
        "notifications/progress either | ProgressNotification",
        "notifications/initialized client | InitializedNotification",
        "notifications/roots/list_changed client | RootsListChangedNotification needs roots.listChanged",
        "notifications/message server | LoggingMessageNotification needs logging",
        "notifications/resources/updated server | ResourceUpdatedNotification needs resources.subscribe",
        "notifications/resources/list_changed server | ResourceListChangedNotification needs resources.listChanged",
        "notifications/tools/list_changed server | ToolListChangedNotification needs tools.listChanged",
        "notifications/prompts/list_changed server | PromptListChangedNotification needs prompts.listChanged",
      ],
    },
  ],
  [
    "2025-03-26",
    {
      gone: ["completion/complete client -> CompleteRequest CompleteResult"],
      added: [
        "completion/complete client -> CompleteRequest CompleteResult needs completions",
      ],
    },
  ],
  [
    "2025-06-18",
    {
      gone: [],
      added: [
        "elicitation/create server -> ElicitRequest ElicitResult needs elicitation",
      ],
    },
  ],
  [
    "2025-11-25",
    {
      gone: [
        "tools/call client -> CallToolRequest CallToolResult needs tools",
        "sampling/createMessage server -> CreateMessageRequest CreateMessageResult needs sampling",
        "elicitation/create server -> ElicitRequest ElicitResult needs elicitation",
      ],
      added: [
        "tools/call client -> CallToolRequest CallToolResult or CreateTaskResult needs tools",
        "tasks/get either -> GetTaskRequest GetTaskResult needs tasks",
        "tasks/result either -> GetTaskPayloadRequest GetTaskPayloadResult needs tasks",
        "tasks/list either -> ListTasksRequest ListTasksResult needs tasks.list",
        "tasks/cancel either -> CancelTaskRequest CancelTaskResult needs tasks.cancel",
        "sampling/createMessage server -> CreateMessageRequest CreateMessageResult or CreateTaskResult needs sampling",
        "elicitation/create server -> ElicitRequest ElicitResult or CreateTaskResult needs elicitation",
        "notifications/tasks/status either | TaskStatusNotification needs tasks",
        "notifications/elicitation/complete server | ElicitationCompleteNotification",
      ],
    },
  ],
  [
    "2026-07-28",
    {
      gone: [
        "ping either -> PingRequest EmptyResult",
        "initialize client -> InitializeRequest InitializeResult",
        "logging/setLevel client -> SetLevelRequest EmptyResult needs logging",
        "prompts/get client -> GetPromptRequest GetPromptResult needs prompts",
        "resources/read client -> ReadResourceRequest ReadResourceResult needs resources",
        "resources/subscribe client -> SubscribeRequest EmptyResult needs resources.subscribe",
        "resources/unsubscribe client -> UnsubscribeRequest EmptyResult needs resources.subscribe",
        "tools/call client -> CallToolRequest CallToolResult or CreateTaskResult needs tools",
        "tasks/get either -> GetTaskRequest GetTaskResult needs tasks",
        "tasks/result either -> GetTaskPayloadRequest GetTaskPayloadResult needs tasks",
        "tasks/list either -> ListTasksRequest ListTasksResult needs tasks.list",
        "tasks/cancel either -> CancelTaskRequest CancelTaskResult needs tasks.cancel",
        "sampling/createMessage server -> CreateMessageRequest CreateMessageResult or CreateTaskResult needs sampling",
        "roots/list server -> ListRootsRequest ListRootsResult needs roots",
        "elicitation/create server -> ElicitRequest ElicitResult or CreateTaskResult needs elicitation",
        "notifications/progress either | ProgressNotification",
        "notifications/initialized client | InitializedNotification",
        "notifications/roots/list_changed client | RootsListChangedNotification needs roots.listChanged",
        "notifications/tasks/status either | TaskStatusNotification needs tasks",
        "notifications/message server | LoggingMessageNotification needs logging",
        "notifications/elicitation/complete server | ElicitationCompleteNotification",
      ],
      added: [
        "server/discover client -> DiscoverRequest DiscoverResult",
        "prompts/get client -> GetPromptRequest GetPromptResult or input needs prompts",
        "resources/read client -> ReadResourceRequest ReadResourceResult or input needs resources",
        "subscriptions/listen client -> SubscriptionsListenRequest SubscriptionsListenResult",
        "tools/call client -> CallToolRequest CallToolResult or input needs tools",
        "notifications/progress server | ProgressNotification",
        "notifications/message server | LoggingMessageNotification needs logging deprecated",
        "notifications/subscriptions/acknowledged server | SubscriptionsAcknowledgedNotification",
        "sampling/createMessage embedded -> CreateMessageRequest CreateMessageResult needs sampling deprecated",
        "roots/list embedded -> ListRootsRequest ListRootsResult needs roots deprecated",
        "elicitation/create embedded -> ElicitRequest ElicitResult needs elicitation",
      ],
    },
  ],
  ["draft", { gone: [], added: [] }],
];

let known: readonly string[] = [];

for (const [revision, { gone, added }] of REVISIONS) {
  const want = [
    ...known.filter((line) => !gone.includes(line)),
    ...added,
  ].sort();
  known = want;
  methods(`of ${revision}`, () =>
    assert.equal(bundledModel(revision).methods.map(shown).sort(), want),
  );
}

methods.run();
