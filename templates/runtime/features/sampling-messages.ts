/** What a conversation must keep to when tools are used in it. */
import { BAD_PARAMS, McpError } from "../connection/errors.js";

interface Block {
  readonly type: string;
  readonly id?: unknown;
  readonly toolUseId?: unknown;
}

/** One message of a conversation. */
export interface Said {
  readonly role: string;
  readonly content: Block | readonly Block[];
}

/** Content as a list, as which it need not come. */
function blocksOf({ content }: Pick<Said, "content">): readonly Block[] {
  return Array.isArray(content)
    ? (content as readonly Block[])
    : [content as Block];
}

/** How often the model has asked for tools in a conversation. */
export function toolRounds(messages: readonly Said[]): number {
  return messages.filter(
    (message) => message.role === "assistant" && has(message, "tool_use"),
  ).length;
}

/**
 * Holds that what asks for tools is answered: by one message of the user's,
 * of results and nothing else, one for each use.
 *
 * @throws McpError -32602 when it is not.
 */
export function checkBalance(messages: readonly Said[]): void {
  let open: unknown[] = [];
  for (const message of messages) {
    const results = blocksOf(message).filter(isOf("tool_result"));
    if (results.length > 0 && message.role !== "user") {
      throw wrong("Tool results must be in a message of the user");
    }
    if (results.length > 0 && results.length < blocksOf(message).length) {
      throw wrong("Tool results mixed with other content");
    }
    for (const { toolUseId } of results) {
      if (!open.includes(toolUseId)) {
        throw wrong(`Tool result without a use: ${String(toolUseId)}`);
      }
      open = open.filter((id) => id !== toolUseId);
    }
    if (open.length > 0) throw wrong("Tool result missing in request");
    const uses = blocksOf(message).filter(isOf("tool_use"));
    if (uses.length > 0 && message.role !== "assistant") {
      throw wrong("Tool uses must be in a message of the assistant");
    }
    open = uses.map(({ id }) => id);
  }
  if (open.length > 0) throw wrong("Tool result missing in request");
}

/** Whether a message has content of that type. */
export function has(message: Pick<Said, "content">, type: string): boolean {
  return blocksOf(message).some(isOf(type));
}

function isOf(type: string): (block: Block) => boolean {
  return (block) => block.type === type;
}

function wrong(text: string): McpError {
  return new McpError(BAD_PARAMS, text);
}
