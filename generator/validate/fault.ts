/** What is wrong with a message, in words, with its place and its section. */
import type { Issue } from "../../runtime/validation/explain/issues.js";
import type { Undecoded } from "../../runtime/validation/messages.js";
import { nearest } from "../support/nearest.js";
import type { Senders } from "./senders.js";
import type { MessageKind } from "./specification.js";
import type { Side } from "../emit/context.js";

/** One thing that is wrong, and where. */
export interface Fault {
  /** 1-based line of the recording. */
  readonly line: number;
  readonly sender: Side | null;
  readonly kind: MessageKind;
  /** Of the message, or of the request that it answers. */
  readonly method: string | null;
  readonly path: readonly (string | number)[];
  /** The path as JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /** Address of the specification's section; null for a schema of one's own. */
  readonly section: string | null;
}

/** What is wrong with a method that the sender does not have. */
export function unknownMethod(
  revision: string | null,
  { byMethod }: Senders,
  method: string,
  sender: Side | null,
): string {
  const known = byMethod.get(method);
  if (known && sender && known !== sender)
    return `${method} is sent by the ${known}, not by the ${sender}`;
  const hint = nearest(method, [...byMethod.keys()]);
  return `${revision ?? "the schema"} has no ${JSON.stringify(method)}${hint && hint !== method ? `; did you mean ${hint}?` : ""}`;
}

/** Whether it is in what the method declares, and not in the envelope. */
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
