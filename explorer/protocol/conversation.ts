/**
 * Example conversations between client and server over the life of a
 * connection. They include only messages that the chosen protocol revision
 * defines.
 */
import type { Side } from "../../generator/emit/context.js";
import type { Method, ProtocolModel } from "../../generator/model/types.js";

/**
 * Step of a sequence diagram: a message from one side to the other, or a note
 * between messages.
 */
export type Step =
  | {
      readonly from: Side;
      readonly kind: "request" | "answer" | "notification";
      /** Name of the method, or of the response's type. */
      readonly text: string;
      readonly detail: string;
    }
  | { readonly note: string };

/** Scene: a part of the conversation that is shown as one diagram. */
export interface Scene {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
}

/**
 * Returns the scenes of a revision. Scenes without any message that the
 * revision defines are left out.
 */
export function createScenes(model: ProtocolModel): Scene[] {
  const say = speaker(model);
  const scenes = say.has("initialize") ? handshake(say) : stateless(say);
  return scenes.filter(({ steps }) => steps.some((step) => "from" in step));
}

type Say = ReturnType<typeof speaker>;

/**
 * Returns functions that create the steps of a scene. For a method that the
 * revision does not define, the functions return no steps.
 */
function speaker({ methods }: ProtocolModel) {
  const find = (name: string, embedded = false): Method | undefined =>
    methods.find(
      (method) => method.method === name && method.embedded === embedded,
    );
  const peer = (side: Side): Side => (side === "client" ? "server" : "client");
  const result = ({ result: type }: Method): string =>
    type?.kind === "reference" ? type.name : "result";
  return {
    has: (name: string): boolean => find(name) !== undefined,
    /**
     * Returns those of the given methods whose requests a server can embed in
     * an input-required result.
     */
    embedded: (...names: readonly string[]): string[] =>
      names.filter((name) => find(name, true)),
    /**
     * Creates the steps for a request and its response, with optional steps
     * between them.
     */
    ask: (
      from: Side,
      name: string,
      detail = "",
      ...between: readonly Step[][]
    ): Step[] => {
      const method = find(name);
      if (!method) return [];
      return [
        { from, kind: "request", text: name, detail },
        ...between.flat(),
        { from: peer(from), kind: "answer", text: result(method), detail: "" },
      ];
    },
    /**
     * Creates the step for a request. The caller adds the step for its response
     * later.
     */
    begin: (from: Side, name: string, detail = ""): Step[] =>
      find(name) ? [{ from, kind: "request", text: name, detail }] : [],
    answer: (from: Side, text: string, detail = ""): Step[] => [
      { from, kind: "answer", text, detail },
    ],
    tell: (from: Side, name: string, detail = ""): Step[] =>
      find(name) ? [{ from, kind: "notification", text: name, detail }] : [],
    taskResult: (name: string): string => {
      const type = find(name)?.taskResult;
      return type?.kind === "reference" ? type.name : "task";
    },
  };
}

function note(text: string): Step[] {
  return [{ note: text }];
}

function handshake(say: Say): Scene[] {
  const questions = [
    "elicitation/create",
    "sampling/createMessage",
    "roots/list",
  ];
  return [
    {
      id: "opening",
      title: "Initialization",
      steps: [
        ...say.ask("client", "initialize", "version, capabilities, clientInfo"),
        ...note(
          "Both sides use the version in the result, if the client supports that version",
        ),
        ...say.tell("client", "notifications/initialized"),
        ...note(
          "Both sides may now send the messages that the other side's capabilities allow",
        ),
      ],
    },
    call(say),
    {
      id: "questions",
      title: "Requests from the server",
      steps: say.ask(
        "client",
        "tools/call",
        "",
        ...questions.map((name) => say.ask("server", name)),
      ),
    },
    {
      id: "subscribing",
      title: "Subscription",
      steps: [
        ...say.ask("client", "resources/subscribe", "uri"),
        ...note("Whenever the resource changes:"),
        ...say.tell("server", "notifications/resources/updated", "uri"),
        ...say.ask("client", "resources/read", "uri"),
        ...say.ask("client", "resources/unsubscribe", "uri"),
      ],
    },
    {
      id: "task",
      title: "Task",
      steps: say.has("tasks/get")
        ? [
            ...say.begin("client", "tools/call", "with params.task"),
            ...say.answer("server", say.taskResult("tools/call"), "taskId"),
            ...note("The tool continues to run"),
            ...say.ask("client", "tasks/get", "taskId, polled"),
            ...say.tell("server", "notifications/tasks/status", "optional"),
            ...say.begin("client", "tasks/result", "taskId"),
            ...say.answer("server", "CallToolResult"),
          ]
        : [],
    },
    cancelling(say),
    {
      id: "health",
      title: "Health check",
      steps: [...say.ask("client", "ping"), ...say.ask("server", "ping")],
    },
  ];
}

function stateless(say: Say): Scene[] {
  const asked = say.embedded(
    "elicitation/create",
    "sampling/createMessage",
    "roots/list",
  );
  return [
    {
      id: "opening",
      title: "Discovery",
      steps: [
        ...note(
          "There is no handshake: each request contains the version and the capabilities",
        ),
        ...say.ask("client", "server/discover", "optional"),
      ],
    },
    call(say),
    {
      id: "questions",
      title: "Input-required results",
      steps:
        asked.length > 0
          ? [
              ...say.begin("client", "tools/call"),
              ...say.answer(
                "server",
                "InputRequiredResult",
                "inputRequests, requestState",
              ),
              ...asked.flatMap((name) => note(`In inputRequests: ${name}`)),
              ...say.begin(
                "client",
                "tools/call",
                "retry: inputResponses, requestState",
              ),
              ...say.answer("server", "CallToolResult"),
            ]
          : [],
    },
    {
      id: "subscribing",
      title: "Subscription",
      steps: [
        ...say.begin(
          "client",
          "subscriptions/listen",
          "requested notifications",
        ),
        ...say.tell(
          "server",
          "notifications/subscriptions/acknowledged",
          "granted notifications",
        ),
        ...say.tell("server", "notifications/tools/list_changed"),
        ...say.tell("server", "notifications/resources/updated", "uri"),
        ...(say.has("subscriptions/listen")
          ? [
              ...note("Until one side ends the subscription"),
              ...say.tell("client", "notifications/cancelled"),
            ]
          : []),
      ],
    },
    cancelling(say),
  ];
}

function call(say: Say): Scene {
  return {
    id: "call",
    title: "Tool call",
    steps: [
      ...say.ask("client", "tools/list"),
      ...say.ask(
        "client",
        "tools/call",
        "name, arguments",
        say.has("tools/call")
          ? say.tell(
              "server",
              "notifications/progress",
              "if the request has a progressToken",
            )
          : [],
      ),
      ...(say.has("subscriptions/listen")
        ? []
        : say.tell("server", "notifications/tools/list_changed")),
    ],
  };
}

function cancelling(say: Say): Scene {
  return {
    id: "cancelling",
    title: "Cancellation",
    steps: say.has("notifications/cancelled")
      ? [
          ...say.begin("client", "tools/call"),
          ...say.tell("client", "notifications/cancelled", "requestId"),
          ...note(
            "The server should send no response. If a response still arrives, the client ignores it",
          ),
        ]
      : [],
  };
}
