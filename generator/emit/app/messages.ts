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
 * Names of the message types, by sender. The schema of the extension does not
 * state which side sends a message.
 */
const SENT = {
  page: `LoggingMessageNotification McpUiOpenLinkRequest
    McpUiDownloadFileRequest McpUiMessageRequest McpUiUpdateModelContextRequest
    McpUiRequestDisplayModeRequest McpUiSizeChangedNotification
    McpUiRequestTeardownNotification`,
  host: `McpUiResourceTeardownRequest McpUiToolInputPartialNotification
    McpUiToolInputNotification McpUiToolResultNotification
    McpUiToolCancelledNotification McpUiHostContextChangedNotification`,
};

/**
 * MCP requests that a page may send, each with its type and the params that the
 * page may set. All other params, such as `_meta`, are reserved for the client.
 */
const FORWARDED = [
  ["tools/call", "CallTool", '"name" | "arguments"'],
  ["resources/read", "ReadResource", '"uri"'],
] as const;

/**
 * Returns the messages between a page and its host. Messages whose types the
 * model does not export are left out.
 */
export function getAppMessages(model: ProtocolModel): readonly AppMessage[] {
  const declarations = declarationsByName(model);
  const forwarded = FORWARDED.map(([method, name, members]): AppMessage => ({
    method,
    sender: "page",
    params: `Pick<${name}Request["params"], ${members}>`,
    result: `${name}Result`,
    type: undefined,
  }));
  const own = (["page", "host"] as const).flatMap((sender) =>
    SENT[sender].split(/\s+/).flatMap((type): AppMessage[] => {
      if (!exportsType(model, type)) return [];
      const member = findMember(declarations, reference(type), "method");
      if (member?.type.kind !== "literal") return [];
      const method = String(member.type.value);
      const params = `${type}["params"]`;
      if (type.endsWith("Notification"))
        return [{ method, sender, params, result: undefined, type }];
      const named = type.replace(/Request$/, "Result");
      const result = exportsType(model, named) ? named : "object";
      return [{ method, sender, params, result, type }];
    }),
  );
  return [...forwarded, ...own];
}
