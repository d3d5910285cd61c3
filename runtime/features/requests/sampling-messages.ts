/**
 * Rules for tool uses and tool results in the messages of a sampling request.
 */
import { BAD_PARAMS } from "../../json-rpc/constants.js";
import { McpError } from "../../json-rpc/messages/errors.js";

interface Block {
  readonly type: string;
  readonly id?: unknown;
  readonly toolUseId?: unknown;
}

/** Message in the conversation of a sampling request. */
export interface ConversationMessage {
  readonly role: string;
  readonly content: Block | readonly Block[];
}

/**
 * Returns the content of a message as an array. MCP also allows a single block.
 */
function getBlocks({
  content,
}: Pick<ConversationMessage, "content">): readonly Block[] {
  return Array.isArray(content)
    ? (content as readonly Block[])
    : [content as Block];
}

/** Returns the number of messages in which the model requested tools. */
export function countToolRounds(
  messages: readonly ConversationMessage[],
): number {
  return messages.filter(
    (message) =>
      message.role === "assistant" && hasContent(message, "tool_use"),
  ).length;
}

/**
 * Checks that each message with tool uses is followed by a user message with
 * the results. The user message must contain one result for each tool use, and
 * no other content.
 *
 * @throws McpError -32602 if the messages violate this rule.
 */
export function assertToolUsesAnswered(
  messages: readonly ConversationMessage[],
): void {
  let open = new Set<unknown>();
  for (const { role, content } of [...messages, END]) {
    const blocks = getBlocks({ content });
    const results = blocks.filter(hasType("tool_result"));
    const uses = blocks.filter(hasType("tool_use"));
    const stray = results.find(({ toolUseId }) => !open.delete(toolUseId));
    const wrong =
      uses[0] && role !== "assistant"
        ? `uses must not be in a message of the ${role}`
        : results[0] && role !== "user"
          ? `results must not be in a message of the ${role}`
          : results[0] && results.length < blocks.length
            ? "results mixed with other content"
            : stray
              ? `result has no tool use: ${String(stray.toolUseId)}`
              : open.size > 0 && "result missing in request";
    if (wrong) throw new McpError(BAD_PARAMS, `Tool ${wrong}`);
    open = new Set(uses.map(({ id }) => id));
  }
}

/**
 * Sentinel after the last message. With the sentinel, missing tool results are
 * also detected for the last message.
 */
const END: ConversationMessage = { role: "", content: [] };

/** Returns whether a message contains a content block of type `type`. */
export function hasContent(
  message: Pick<ConversationMessage, "content">,
  type: string,
): boolean {
  return getBlocks(message).some(hasType(type));
}

function hasType(type: string): (block: Block) => boolean {
  return (block) => block.type === type;
}
