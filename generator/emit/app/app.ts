/**
 * Emits `app.ts`: typed functions of the apps extension. They connect a page to
 * its host, and a host to the page in a frame.
 */
import { findType } from "../../model/lookup.js";
import type { EmitContext, ModulePage } from "../context.js";
import { resultsHaveType } from "../facts/protocol-facts.js";
import { APPS } from "../facts/apps.js";
import { print, type Layout } from "../print/layout.js";
import { objectLayout, valueLayout } from "../print/object-layout.js";
import { declares, names } from "../print/pieces.js";
import { objectKey, propertyKey } from "../print/syntax.js";
import { getAppMessages, type AppMessage } from "./messages.js";

/** Schema types to which the template of `app.ts` refers. */
const TYPES: readonly string[] = [
  "McpUiAppCapabilities",
  "McpUiInitializeRequest",
  "McpUiInitializeResult",
  "McpUiResourceMeta",
  "Implementation",
];

export function emitApp({ model, render }: EmitContext): ModulePage {
  const messages = getAppMessages(model);
  const page = messages.filter(({ sender }) => sender === "page");
  const host = messages.filter(({ sender }) => sender === "host");
  const isRequest = ({ result }: AppMessage) => result !== undefined;
  const isNotification = (message: AppMessage) => !isRequest(message);
  // Default values of result members that this revision has and older revisions
  // lack. They are added to results of servers that use an older revision.
  const defaults = valueLayout(
    resultsHaveType(model)
      ? { resultType: "complete", ttlMs: 0, cacheScope: "private" }
      : {},
  );
  const table = (received: Layout, answered: Layout): string =>
    print(
      objectLayout([
        ["received", [received]],
        ["results", [answered]],
        ["defaults", [defaults]],
      ]),
    );
  const data = {
    version:
      model.extensions?.find(({ identifier }) => identifier === APPS)
        ?.version ?? "",
    pageRequests: printMap(page.filter(isRequest)),
    pageNotifications: printMap(page.filter(isNotification)),
    hostRequests: printMap(host.filter(isRequest)),
    hostNotifications: printMap(host.filter(isNotification)),
    pageRules: table(
      guardLayout(host, "type"),
      guardLayout(page, "result", ["ui/initialize", "McpUiInitializeResult"]),
    ),
    hostRules: table(
      guardLayout(page, "type", ["ui/initialize", "McpUiInitializeRequest"]),
      guardLayout(host, "result"),
    ),
  };
  const texts = Object.values(data).join(" ");
  const uses = [
    ...names`AppCore createPageChannel PeerWindow RequestOptions ChannelRules`,
    ...TYPES,
    ...(texts.match(/\b(?:is)?[A-Z]\w+(?:Request|Notification|Result)\b/g) ??
      []),
  ];
  const exports = declares`APPS_VERSION PageRequests PageNotifications
    HostRequests HostNotifications AppHandlers AppOptions App createApp ShownPage
    PageHandlers PageOptions PageConnection connectPage`;
  return {
    path: "app.ts",
    pieces: [
      {
        names: exports,
        exports,
        text: () => "",
        uses: new Set(uses),
        root: true,
      },
    ],
    modules: [
      {
        from: "./validators",
        exports: (name) =>
          name.startsWith("is") && findType(model, name.slice(2)) !== undefined,
      },
      {
        from: "./types",
        types: true,
        exports: (name) => findType(model, name) !== undefined,
      },
    ],
    reexports: names`ConnectionError McpError RequestOptions getPagePolicy
      getAllowAttribute`,
    layOut: (lines) => render("app.ts", { ...lines, ...data }),
  };
}

/** Returns the type guards of messages, or of their results, by method. */
function guardLayout(
  messages: readonly AppMessage[],
  checked: "type" | "result",
  ...first: readonly (readonly [method: string, type: string])[]
): Layout {
  const types = messages.map((each) => [each.method, each[checked]] as const);
  return objectLayout(
    [...first, ...types]
      .filter(([, type]) => type !== undefined && type !== "object")
      .map(([method, type]) => [objectKey(method), `is${type}`]),
  );
}

/** Returns the members of an interface that maps methods to their types. */
function printMap(messages: readonly AppMessage[]): string {
  return messages
    .map(({ method, params, result }) =>
      [
        `  ${propertyKey(method)}: {`,
        `    params: ${params};`,
        ...(result === undefined ? [] : [`    result: ${result};`]),
        "  };",
      ].join("\n"),
    )
    .join("\n");
}
