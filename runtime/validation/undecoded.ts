/**
 * Failures of decoding: the issues of an invalid message, and the JSON-RPC error
 * response to it.
 */
import type { Issue } from "./explain/issues.js";
import { createIssue } from "./explain/report.js";
import type { MessageId, Side, Undecoded } from "./messages.js";

/** Returns whether a value is a valid id of a JSON-RPC message. */
export function isId(id: unknown): id is MessageId {
  return typeof id === "string" || Number.isInteger(id);
}

export function createUnreadable(side: Side): Undecoded {
  const issue = createIssue("a readable message", "one that throws when read");
  return createInvalid(side, [issue]);
}

/**
 * Returns the failure for an invalid message. Callers omit the id of a
 * malformed response: the peer may have sent a request with the same id, and
 * would take the failure for its answer.
 */
export function createInvalid(
  side: Side,
  issues: readonly Issue[],
  id?: unknown,
): Undecoded {
  return createUndecoded(
    "invalid",
    issues,
    side,
    id,
    -32600,
    "Invalid Request",
  );
}

export function createUndecoded(
  reason: Undecoded["reason"],
  issues: readonly Issue[],
  side: Side,
  id: unknown,
  code: number,
  title: string,
): Undecoded {
  const text = issues[0]?.message;
  const message = text === undefined ? title : `${title}: ${text}`;
  const error = { code, message };
  // V8 allocates a complete object literal in one step, but copies a spread
  // object key by key.
  if (isId(id))
    return {
      ok: false,
      reason,
      id,
      error: { jsonrpc: "2.0", id, error },
      issues,
    };
  return {
    ok: false,
    reason,
    error: side.errorsNeedId
      ? { jsonrpc: "2.0", id: null, error }
      : { jsonrpc: "2.0", error },
    issues,
  };
}
