/**
 * Description of a problem in a message: text, path and section of the
 * specification.
 */
import type { Issue } from "../../runtime/validation/explain/issues.js";
import type { Undecoded } from "../../runtime/validation/messages.js";
import { nearest } from "../support/nearest.js";
import type { Senders } from "./senders.js";
import type { MessageKind } from "./specification.js";
import type { Side } from "../emit/context.js";

/** Problem at one place of a message. */
export interface Fault {
  /** Line of the recording, starting at 1. */
  readonly line: number;
  readonly sender: Side | null;
  readonly kind: MessageKind;
  /** Method of the message, or of the request that it answers. */
  readonly method: string | null;
  readonly path: readonly (string | number)[];
  /** Path as JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /** URL of the specification's section. Null for a schema of the user. */
  readonly section: string | null;
}

/** Returns the problem of a method that the sender cannot send. */
export function unknownMethod(
  revision: string | null,
  { byMethod }: Senders,
  method: string,
  sender: Side | null,
): string {
  const known = byMethod.get(method);
  if (known && sender && known !== sender)
    return `${method} can be sent by the ${known}, not by the ${sender}`;
  const hint = nearest(method, [...byMethod.keys()]);
  return `${revision ?? "the schema"} has no method ${JSON.stringify(method)}${hint && hint !== method ? `; did you mean ${hint}?` : ""}`;
}

/**
 * Returns whether a problem concerns the method's own members, not the
 * envelope.
 */
export function isOfMethod(
  { path }: Issue,
  reason: Undecoded["reason"],
): boolean {
  const [first] = path;
  return (
    first === "params" ||
    first === "result" ||
    (reason === "params" && first === undefined)
  );
}
