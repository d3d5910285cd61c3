/** What a conversation must keep to when tools are used in it. */
import { BAD_PARAMS, McpError } from "../../json-rpc/messages/errors.js";

interface Block {
  readonly type: string;
  readonly id?: unknown;
  readonly toolUseId?: unknown;
}

/** One message of a conversation. */
export interface ConversationMessage {
  readonly role: string;
  readonly content: Block | readonly Block[];
}

/** Content as an array; MCP allows a single block, too. */
function blocksOf({
  content,
}: Pick<ConversationMessage, "content">): readonly Block[] {
  return Array.isArray(content)
    ? (content as readonly Block[])
    : [content as Block];
}

/** How often the model has asked for tools in a conversation. */
export function toolRounds(messages: readonly ConversationMessage[]): number {
  return messages.filter(
    (message) => message.role === "assistant" && has(message, "tool_use"),
  ).length;
}

/**
 * Checks that uses of tools are answered: by one message of the user's, with
 * results and nothing else, one for each use.
 *
 * @throws McpError -32602 when it is not.
 */
export function checkBalance(messages: readonly ConversationMessage[]): void {
  let open = new Set<unknown>();
  for (const { role, content } of [...messages, END]) {
    const blocks = blocksOf({ content });
    const results = blocks.filter(isOf("tool_result"));
    const uses = blocks.filter(isOf("tool_use"));
    const stray = results.find(({ toolUseId }) => !open.delete(toolUseId));
    const wrong =
      uses[0] && role !== "assistant"
        ? `uses of the ${role}`
        : results[0] && role !== "user"
          ? `results of the ${role}`
          : results[0] && results.length < blocks.length
            ? "results mixed with other content"
            : stray
              ? `result without a use: ${String(stray.toolUseId)}`
              : open.size > 0 && "result missing in request";
    if (wrong) throw new McpError(BAD_PARAMS, `Tool ${wrong}`);
    open = new Set(uses.map(({ id }) => id));
  }
}

/** The end of a conversation, by which every use has its result. */
const END: ConversationMessage = { role: "", content: [] };

/** Whether a message has content of that type. */
export function has(
  message: Pick<ConversationMessage, "content">,
  type: string,
): boolean {
  return blocksOf(message).some(isOf(type));
}

function isOf(type: string): (block: Block) => boolean {
  return (block) => block.type === type;
}
