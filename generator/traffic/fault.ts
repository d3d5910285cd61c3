/** What is wrong with a message, in words, with its place and its section. */
import type { Issue } from "../../templates/runtime/validation/explain/issues.js";
import type { Undecoded } from "../../templates/runtime/validation/messages.js";
import { nearest } from "../support/nearest.js";
import type { Senders } from "./senders.js";
import { sectionOf, type MessageKind } from "./specification.js";
import type { Side } from "./way.js";

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

/** The message that has a fault. */
export interface Faulty {
  readonly line: number;
  readonly sender: Side | undefined;
  readonly kind: MessageKind;
  readonly method: string | null;
}

/** Where in a message: the whole of it, or its id. */
export const WHOLE = { path: [], pointer: "" };
export const ID = { path: ["id"], pointer: "/id" };

/**
 * A fault of a message.
 *
 * @param revision null for a schema of one's own
 * @param page method whose section it is; null for a rule of all messages
 */
export function faultOf(
  revision: string | null,
  { line, sender: by, kind, method }: Faulty,
  message: string,
  { path, pointer }: Pick<Issue, "path" | "pointer">,
  page: string | null = null,
): Fault {
  const section = sectionOf(revision, page, kind);
  const sender = by ?? null;
  return { line, sender, kind, method, path, pointer, message, section };
}

/** What the revision's validators found. */
export function issueFaults(
  revision: string | null,
  senders: Senders,
  { issues, reason }: Undecoded,
  faulty: Faulty,
): Fault[] {
  const { method, sender } = faulty;
  return issues.map((issue) => {
    const message =
      reason === "method" && method !== null
        ? unknownMethod(revision, senders, method, sender)
        : `expected ${issue.expected}, got ${issue.received}`;
    const page = isOfMethod(issue, reason) ? method : null;
    return faultOf(revision, faulty, message, issue, page);
  });
}

function unknownMethod(
  revision: string | null,
  { byMethod }: Senders,
  method: string,
  sender: Side | undefined,
): string {
  const known = byMethod.get(method);
  if (known && sender && known !== sender)
    return `${method} is sent by the ${known}, not by the ${sender}`;
  const hint = nearest(method, [...byMethod.keys()]);
  return `${revision ?? "the schema"} has no ${JSON.stringify(method)}${hint && hint !== method ? `; did you mean ${hint}?` : ""}`;
}

/** Whether it is in what the method declares, and not in the envelope. */
function isOfMethod({ path }: Issue, reason: Undecoded["reason"]): boolean {
  const [first] = path;
  return (
    first === "params" ||
    first === "result" ||
    (reason === "params" && first === undefined)
  );
}
