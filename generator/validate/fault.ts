/**
 * Describes the faults in a message: the text, the path, and the section of the
 * specification.
 */
import type { Issue } from "../../runtime/validation/explain/issues.js";
import { nearest } from "../support/nearest.js";
import type { Senders } from "./senders.js";
import type { MessageKind } from "./specification.js";
import type { Side } from "../emit/context.js";

/** Fault at one position in a message. */
export interface Fault {
  /** Line of the recording, starting at 1. */
  readonly line: number;
  readonly sender: Side | null;
  readonly kind: MessageKind;
  /** Method of the message. For a response, the method of the request. */
  readonly method: string | null;
  readonly path: readonly (string | number)[];
  /** Path to the invalid value as JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /**
   * URL of the section in the specification that describes the rule. Null for a
   * schema that the user provides.
   */
  readonly section: string | null;
}

/**
 * Returns the text of the fault for a message whose method does not exist, is
 * never sent by this sender, or belongs to the other kind of message.
 */
export function unknownMethod(
  revision: string | null,
  { byMethod }: Senders,
  method: string,
  sender: Side | null,
  kind: MessageKind | undefined,
): string {
  const known = byMethod.get(method);
  if (known && known !== "either" && sender && known !== sender)
    return `only the ${known} may send ${method}, but the ${sender} sent it`;
  if (known)
    return kind === "notification"
      ? `${method} is a request, but the message has no id`
      : `${method} is a notification, but the message has an id`;
  const hint = nearest(method, [...byMethod.keys()]);
  return `${revision ?? "the schema"} has no method ${JSON.stringify(method)}${hint ? `; did you mean ${hint}?` : ""}`;
}

/**
 * Returns true if an issue is in the params or in the result, where the method
 * determines the types. Returns false for an issue in the JSON-RPC envelope.
 */
export function isOfMethod({ path: [first] }: Issue): boolean {
  return first === "params" || first === "result";
}
