/** Messages that a page and its host exchange, according to the apps extension. */
import { reference } from "../../model/build.js";
import { declarationsByName } from "../../model/lookup.js";
import { findMember } from "../../model/members/members.js";
import type { ProtocolModel } from "../../model/types.js";
import { exportsType } from "../facts/protocol-facts.js";

/** Message between a page and its host. */
export interface AppMessage {
  readonly method: string;
  readonly sender: "page" | "host";
  readonly kind: "request" | "notification";
  /** Type of the params, as TypeScript code. */
  readonly params: string;
  /** Type of a request's result. Undefined for a notification. */
  readonly result: string | undefined;
  /**
   * Type of the whole message. Undefined if the runtime checks the params
   * without a generated guard.
   */
  readonly type: string | undefined;
}

/**
 * Names of the extension's message types, by sender, without the prefix `McpUi`
 * and the suffix `Request` or `Notification`. The schema does not state which
 * side sends a message.
 */
const SENT = {
  page: {
    request:
      "OpenLink DownloadFile Message UpdateModelContext RequestDisplayMode",
    notification: "SizeChanged RequestTeardown",
  },
  host: {
    request: "ResourceTeardown",
    notification:
      "ToolInputPartial ToolInput ToolResult ToolCancelled HostContextChanged",
  },
} as const;

/**
 * MCP requests that a page may send, each with its type and the params that the
 * page may set. All other params, such as `_meta`, are reserved for the client.
 */
const FORWARDED = [
  ["tools/call", "CallTool", '"name" | "arguments"'],
  ["resources/read", "ReadResource", '"uri"'],
] as const;

/**
 * Returns the messages between a page and its host. Messages of the extension
 * are left out if the model does not export their types.
 */
export function getAppMessages(model: ProtocolModel): readonly AppMessage[] {
  const messages: AppMessage[] = FORWARDED.map(([method, name, members]) => ({
    method,
    sender: "page",
    kind: "request",
    params: `Pick<${name}Request["params"], ${members}>`,
    result: `${name}Result`,
    type: undefined,
  }));
  const log = "LoggingMessageNotification";
  if (exportsType(model, log))
    messages.push({
      method: "notifications/message",
      sender: "page",
      kind: "notification",
      params: `${log}["params"]`,
      result: undefined,
      type: log,
    });
  for (const sender of ["page", "host"] as const)
    for (const kind of ["request", "notification"] as const)
      for (const name of SENT[sender][kind].split(" ")) {
        const suffix = kind === "request" ? "Request" : "Notification";
        const type = `McpUi${name}${suffix}`;
        const method = findMethod(model, type);
        if (method === null) continue;
        const result = `McpUi${name}Result`;
        messages.push({
          method,
          sender,
          kind,
          params: `${type}["params"]`,
          result:
            kind === "notification"
              ? undefined
              : exportsType(model, result)
                ? result
                : "object",
          type,
        });
      }
  return messages;
}

/**
 * Returns the method name that a message type declares. Returns null if the
 * type is not exported, or if its `method` is not a literal.
 */
function findMethod(model: ProtocolModel, type: string): string | null {
  if (!exportsType(model, type)) return null;
  const member = findMember(
    declarationsByName(model),
    reference(type),
    "method",
  );
  return member?.type.kind === "literal" ? String(member.type.value) : null;
}
