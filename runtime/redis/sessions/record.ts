/**
 * Session record in the store. Any process can continue the session from the
 * record.
 */
import { MIN_SUBSCRIPTION_LENGTH } from "../../protocol/constants.js";
import { isObject } from "../../validation/guards.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { SessionEntry } from "../../http/server/sessions/session-table.js";

/** Methods with which a client changes the state of its session. */
const CHANGING: readonly string[] = [
  "notifications/initialized",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
];

/** Part of a session's state that messages from the client can change. */
export interface SessionState {
  isOpen: boolean;
  level: string;
  uris: Set<string>;
}

/** State of a session in the store, as far as this process knows it. */
export interface Known extends SessionState {
  /**
   * Number of the last change of the session record. Empty if the record must
   * be read again.
   */
  number: string;
}

/** Fields of a session record, by name. */
export type SessionRecord = ReadonlyMap<string, string>;

/**
 * Converts a list of alternating field names and values to a session record.
 */
export function recordOf(fields: readonly string[]): SessionRecord {
  const record = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    record.set(fields[at] ?? "", fields[at + 1] ?? "");
  }
  return record;
}

/**
 * Returns true if a client message or batch may change the state of its
 * session.
 */
export function mayChange(message: unknown): boolean {
  if (Array.isArray(message)) return message.some(mayChange);
  return isObject(message) && CHANGING.includes(String(message.method));
}

/** Returns the current state of the session of a connection. */
export function sessionStateOf({
  phase,
  peer,
  traffic,
}: Connection): SessionState {
  return {
    isOpen: phase === "open",
    level: peer.logLevel ?? "",
    uris: new Set(traffic.uris),
  };
}

/**
 * Returns the record fields that differ from the known state, as alternating
 * names and values. An empty value removes the field.
 */
export function changesSince(known: Known, now: SessionState): string[] {
  const changes: string[] = [];
  if (now.isOpen && !known.isOpen) changes.push("p", "1");
  if (now.level !== known.level) changes.push("l", now.level);
  for (const uri of now.uris)
    if (!known.uris.has(uri)) changes.push(`u${uri}`, "1");
  for (const uri of known.uris)
    if (!now.uris.has(uri)) changes.push(`u${uri}`, "");
  return changes;
}

/** Updates a session of this process from its record in the store. */
export function bringUpToDate(
  { session, connection }: SessionEntry,
  known: Known,
  record: SessionRecord,
): void {
  const { traffic } = connection;
  known.number = record.get("n") ?? "";
  if (record.get("p") === "1" && !known.isOpen) {
    known.isOpen = true;
    if (connection.phase === "opening") {
      const method = "notifications/initialized";
      session.receive({ jsonrpc: "2.0", method });
    }
  }
  const level = record.get("l") ?? "";
  if (level !== known.level) {
    known.level = level;
    connection.peer = { ...connection.peer, logLevel: level || undefined };
  }
  const keep = (uri: string, times: 1 | -1): void =>
    traffic.keep(times * Math.max(MIN_SUBSCRIPTION_LENGTH, uri.length));
  for (const field of record.keys()) {
    const uri = field.slice(1);
    if (!field.startsWith("u") || known.uris.has(uri)) continue;
    known.uris.add(uri);
    if (!traffic.uris.has(uri)) keep(uri, 1);
    traffic.uris.add(uri);
  }
  for (const uri of known.uris) {
    if (record.has(`u${uri}`)) continue;
    known.uris.delete(uri);
    if (traffic.uris.delete(uri)) keep(uri, -1);
  }
}
