/**
 * Compares the tools of a server with a snapshot. A tool that differs from the
 * snapshot is offered only after the user has agreed.
 */
import { MAX_KEPT } from "../../limits/constants.js";
import { sortedJson } from "../../json-rpc/messages/messages.js";
import { isObject, own } from "../../validation/guards.js";
import type { ListedItem } from "../fetch-lists.js";

/**
 * Maximum number of questions to the user about changed tools, per server.
 * Further changed tools are not offered. Without a maximum, a server could
 * cause any number of questions by changing its tools repeatedly.
 */
const MAX_QUESTIONS = 100;

/** Maximum number of changed values in the diff of a tool. */
const MAX_DIFFERENCES = 100;
/** Maximum depth at which the diff of a tool compares members separately. */
const MAX_DEPTH = 8;
/** Maximum number of characters of a path in the diff of a tool. */
const MAX_PATH = 500;

/**
 * Snapshot of a server: the constant `snapshot` that a file written by
 * `mcp-codegen types` exports.
 */
export interface HostSnapshot {
  readonly tools: readonly { readonly definition: ListedItem }[];
}

/**
 * Members of a tool that are relevant for the user's decision: the texts,
 * schemas and annotations.
 */
export interface DecisiveMembers {
  readonly [member: string]: unknown;
}

/**
 * Returns the members of a tool that are relevant for the user's decision. If
 * only icons or metadata of the tool change, the decision still applies.
 */
export function pickDecisiveMembers({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ListedItem = {}): DecisiveMembers {
  return { title, description, inputSchema, outputSchema, annotations };
}

/**
 * Returns the diff of two definitions of a tool: a line `- path: value` for each
 * value that was replaced or removed, and `+ path: value` for each new value.
 */
export function diffDefinitions(
  before: DecisiveMembers,
  after: DecisiveMembers,
): string {
  const lines: string[] = [];
  let count = 0;
  const compare = (was: unknown, is: unknown, path: readonly string[]) => {
    if (count > MAX_DIFFERENCES || sortedJson([was]) === sortedJson([is]))
      return;
    if (isObject(was) && isObject(is) && path.length < MAX_DEPTH) {
      const names = new Set([...Object.keys(was), ...Object.keys(is)]);
      for (const name of names)
        compare(own(was, name), own(is, name), [...path, name]);
      return;
    }
    count += 1;
    if (count > MAX_DIFFERENCES) return void lines.push("… and more");
    // JSON escapes a line break, so a name cannot imitate another line.
    const shown = JSON.stringify(path.join(".")).slice(1, -1);
    const start = shown.slice(0, MAX_PATH);
    if (was !== undefined) lines.push(`- ${start}: ${sortedJson(was)}`);
    if (is !== undefined) lines.push(`+ ${start}: ${sortedJson(is)}`);
  };
  compare(before, after, []);
  return lines.join("\n");
}

/**
 * Function that asks the user whether a tool that differs from the snapshot may
 * be offered. `before` is undefined if the snapshot does not contain the tool.
 * Resolves with true if the user agrees.
 */
export type AskAboutTool = (
  tool: string,
  before: DecisiveMembers | undefined,
  after: DecisiveMembers,
) => Promise<boolean>;

export class SnapshotGate {
  readonly #known: ReadonlyMap<string, DecisiveMembers>;
  readonly #ask: AskAboutTool;
  readonly #accepted: () => void;
  /**
   * Answers of the user, by the name and definition of the tool as JSON. The
   * value is false until the user agrees.
   */
  readonly #asked = new Map<string, boolean>();
  /** Total length of all keys of `#asked`, in characters. */
  #length = 0;
  #held: ReadonlySet<string> = new Set();
  #turn: Promise<void> = Promise.resolve();

  /**
   * @param accepted Callback invoked after the user has agreed to a tool, so that
   *   the list of tools is read again.
   */
  constructor(
    { tools }: HostSnapshot,
    ask: AskAboutTool,
    accepted: () => void,
  ) {
    this.#known = new Map(
      tools.map(({ definition }) => [
        String(definition.name),
        pickDecisiveMembers(definition),
      ]),
    );
    this.#ask = ask;
    this.#accepted = accepted;
  }

  /**
   * Returns true if the server lists the tool, but the host does not offer it.
   */
  holds(tool: string): boolean {
    return this.#held.has(tool);
  }

  /**
   * Returns the tools that may be offered. Asks the user about the other tools,
   * but does not wait for the answers.
   */
  filter(tools: readonly ListedItem[]): ListedItem[] {
    const held = new Set<string>();
    const offered = tools.filter((tool) => {
      const isOffered = this.#accepts(tool);
      if (!isOffered) held.add(String(tool.name));
      return isOffered;
    });
    this.#held = held;
    return offered;
  }

  #accepts(tool: ListedItem): boolean {
    const name = String(tool.name);
    const before = this.#known.get(name);
    const after = pickDecisiveMembers(tool);
    if (before && sortedJson(before) === sortedJson(after)) return true;
    const key = sortedJson([name, after]);
    const answer = this.#asked.get(key);
    if (answer !== undefined) return answer;
    const isFull = this.#length + key.length > MAX_KEPT;
    if (isFull || this.#asked.size >= MAX_QUESTIONS) return false;
    this.#asked.set(key, false);
    this.#length += key.length;
    this.#turn = this.#turn.then(async () => {
      if (!(await this.#ask(name, before, after))) return;
      this.#asked.set(key, true);
      this.#accepted();
    });
    return false;
  }
}
