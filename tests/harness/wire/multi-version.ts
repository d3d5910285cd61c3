/**
 * Runs generated servers that support all revisions, and creates the messages
 * that a client sends in each revision.
 */
import { pathToFileURL } from "node:url";
import { program, WireCheck } from "../generated/load.js";
import { Wire } from "./wire.js";
import { createMeta } from "../peers/meta.js";

export const MODERN = "2026-07-28";
export const OLDER = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
] as const;

export const ALL: readonly string[] = [MODERN, ...OLDER];

export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly data?: unknown };
}

/**
 * Returns the messages with which a client of the given revision opens a
 * connection.
 */
export function buildOpening(version: string): object[] {
  if (version === MODERN) return [];
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: version, capabilities: {}, clientInfo };
  return [
    { id: "open", method: "initialize", params },
    { method: "notifications/initialized" },
  ];
}

/** Returns a request in the format of the given revision. */
export function buildRequest(
  version: string,
  id: number,
  method: string,
  params: object = {},
  meta?: object,
): object {
  const own = version === MODERN ? createMeta(version) : {};
  const _meta = version === MODERN || meta ? { ...own, ...meta } : undefined;
  return { id, method, params: { ...params, ...(_meta && { _meta }) } };
}

/**
 * Sends `messages` to the server that the program `source` exports. Returns all
 * messages that the server sends.
 */
export async function getAnswers(
  source: string,
  messages: readonly object[],
  revisions = "all",
): Promise<Message[]> {
  const file = pathToFileURL(await program(revisions, source)).href;
  const { server } = (await import(file)) as {
    server: { connect(wire: Wire): Promise<{ closed: Promise<void> }> };
  };
  const wire = new Wire();
  const { closed } = await server.connect(wire);
  for (const message of messages) wire.give(message);
  const sent = await wire.rest();
  wire.receiver.ended();
  await closed;
  return [...sent, ...wire.sent] as Message[];
}

/**
 * Validates messages of a server against the schema of a revision. Returns the
 * problems.
 */
export async function findWireProblems(
  version: string,
  sent: readonly object[],
  answers: readonly object[],
): Promise<string[]> {
  const check = await WireCheck.of(version, "server");
  for (const message of sent) check.asked(message);
  for (const message of answers) check.check({ jsonrpc: "2.0", ...message });
  return check.problems;
}

/**
 * Creates a test transport that validates every message of the server against
 * the schema of a revision.
 */
export async function checkedWire(version: string) {
  const wire = new Wire();
  const check = await WireCheck.of(version, "server");
  const held = (message: unknown): Message => {
    check.check({ jsonrpc: "2.0", ...(message as object) });
    return message as Message;
  };
  return {
    wire,
    check,
    give(message: object): void {
      check.asked(message);
      wire.give(message);
    },
    next: async (): Promise<Message> => held(await wire.next()),
    rest: async (): Promise<Message[]> => (await wire.rest()).flat().map(held),
  };
}
