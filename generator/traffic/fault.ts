/** What is wrong with a message, in words, with its place and its section. */
import type { Issue } from "../../templates/runtime/validation/explain/issues.js";
import type {
  MessageId,
  Undecoded,
} from "../../templates/runtime/validation/messages.js";
import { nearest } from "../support/nearest.js";
import type { Pending } from "./pending.js";
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

const WHOLE = { path: [], pointer: "" };
const ID = { path: ["id"], pointer: "/id" };

/** Puts faults into words for one revision; null is a schema of one's own. */
export class FaultWriter {
  readonly #revision: string | null;
  readonly #senders: Senders;

  constructor(revision: string | null, senders: Senders) {
    this.#revision = revision;
    this.#senders = senders;
  }

  /** A line that is no message. */
  noMessage(reason: string, line: number): Fault {
    const faulty = { line, sender: undefined, kind: "message", method: null };
    return this.#fault(faulty as Faulty, `not a message: ${reason}`, WHOLE);
  }

  /** A request under the id of another that is not answered. */
  idInUse(faulty: Faulty, id: MessageId, earlier: Pending): Fault {
    return this.#fault(
      faulty,
      `${JSON.stringify(id)} is in use by the ${earlier.method} request of line ${earlier.line}, which is not answered`,
      ID,
    );
  }

  /** A response to nothing. */
  unasked(faulty: Faulty, id: MessageId): Fault {
    return this.#fault(
      faulty,
      `no request with the id ${JSON.stringify(id)} waits for an answer`,
      ID,
    );
  }

  /** What the revision's validators found. */
  issues({ issues, reason }: Undecoded, faulty: Faulty): Fault[] {
    const { method, sender } = faulty;
    return issues.map((issue) =>
      this.#fault(
        faulty,
        reason === "method" && method !== null
          ? this.#unknownMethod(method, sender)
          : `expected ${issue.expected}, got ${issue.received}`,
        issue,
        isOfMethod(issue, reason) ? method : null,
      ),
    );
  }

  /** @param page method whose section it is; null for a rule of all messages */
  #fault(
    { line, sender, kind, method }: Faulty,
    message: string,
    { path, pointer }: Pick<Issue, "path" | "pointer">,
    page: string | null = null,
  ): Fault {
    const section = sectionOf(this.#revision, page, kind);
    return {
      line,
      sender: sender ?? null,
      kind,
      method,
      path,
      pointer,
      message,
      section,
    };
  }

  #unknownMethod(method: string, sender: Side | undefined): string {
    const known = this.#senders.sendersOf(method);
    if (known && sender && known !== sender)
      return `${method} is sent by the ${known}, not by the ${sender}`;
    const name = this.#revision ?? "the schema";
    const hint = nearest(method, this.#senders.methods);
    return `${name} has no ${JSON.stringify(method)}${hint && hint !== method ? `; did you mean ${hint}?` : ""}`;
  }
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
