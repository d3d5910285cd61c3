/**
 * Checks recorded traffic message by message. The check determines the sender
 * of each message, matches responses to requests, and reports invalid messages.
 */
import { isObject } from "../../runtime/validation/guards.js";
import type { Issue } from "../../runtime/validation/explain/issues.js";
import type { MessageId } from "../../runtime/validation/messages.js";
import type { ProtocolModel } from "../model/types.js";
import type { Side } from "../emit/context.js";
import { getPeer } from "../emit/facts/protocol-facts.js";
import { isOfMethod, unknownMethod, type Fault } from "./fault.js";
import { readVersion } from "./handshake.js";
import { PendingRequests, type Pending } from "./pending.js";
import { recognize, type Recorded } from "./recognize.js";
import { Senders } from "./senders.js";
import { getSection } from "./specification.js";
import { emptySummary, type Summary } from "./summary.js";
import type { Decoders, Outcome } from "./decoder-runtime.js";

/** Options for checking a recording. */
export interface CheckOptions {
  readonly model: ProtocolModel;
  readonly decoders: Decoders;
  /** Sender of the messages for which the recording does not name a sender. */
  readonly from?: Side | undefined;
  readonly report: (fault: Fault) => void;
  /**
   * Callback invoked when the recording negotiates a protocol version other
   * than the version of the model. Invoked only for the first such message.
   */
  readonly differs?: ((version: string, line: number) => void) | undefined;
  /**
   * Whether the recording is a log file. Log files may contain lines that are
   * not messages.
   */
  readonly isLog: boolean;
  readonly maxPending?: number;
}

/** Line, session and sender of a message in the recording. */
interface Origin {
  readonly line: number;
  readonly session: string;
  readonly sender: Side | null;
}

/**
 * Line, sender, kind and method of an invalid message. The kind or the method
 * is absent if it is not known.
 */
type Faulty = Pick<Fault, "line" | "sender"> &
  Partial<Pick<Fault, "kind" | "method">>;

/**
 * Positions in a message at which a fault is reported: the whole message
 * (`WHOLE`), or its member `id` (`ID`).
 */
const WHOLE = { path: [], pointer: "" };
const ID = { path: ["id"], pointer: "/id" };
/**
 * Checks one recording. Memory use does not grow with the length of the
 * recording.
 */
export class TrafficChecker {
  readonly summary = emptySummary();
  readonly #options: CheckOptions;
  readonly #pending: PendingRequests;
  readonly #senders: Senders;
  #saidToDiffer = false;
  /** Sides (client, server) that have sent a request so far. */
  readonly #asked = new Set<Side>();
  #lastFaulty = 0;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#pending = new PendingRequests(options.maxPending);
    this.#senders = new Senders(options.model, options.from);
  }

  /** Checks one line of the recording. */
  line(text: string, line: number): void {
    this.summary.lines = line;
    const found = recognize(text);
    if (found.kind === "messages")
      for (const message of found.messages) this.#message(message, line);
    else if (found.kind === "other") {
      if (this.#options.isLog) this.summary.remarks++;
      else this.refused(found.reason, line);
    }
  }

  /** Reports a line of the recording that is not a message. */
  refused(reason: string, line: number): void {
    this.summary.lines = line;
    this.#fault({ line, sender: null }, `not a message: ${reason}`, WHOLE);
  }

  /** Finishes the check after the last line. */
  end(): Summary {
    this.summary.unanswered = this.#pending.unanswered;
    return this.summary;
  }

  #message(recorded: Recorded, line: number): void {
    const { value, session } = recorded;
    const isBatch = Array.isArray(value);
    const first: unknown = isBatch ? value[0] : value;
    const sender =
      this.#senders.findSender({ ...recorded, value: first }) ?? null;
    const origin = { line, session, sender };
    if (isBatch) this.#batch(value, origin);
    else this.#one(value, origin);
  }

  /**
   * Checks each message of a batch. If the revision does not support batches,
   * the whole batch is reported as invalid.
   */
  #batch(value: readonly unknown[], origin: Origin): void {
    const outcome = this.#decode(value, origin.sender);
    if (outcome.ok && outcome.kind === "batch") {
      for (const item of value) this.#one(item, origin);
      return;
    }
    this.summary.messages++;
    this.#issues(outcome, origin);
  }

  #one(value: unknown, origin: Origin): void {
    this.summary.messages++;
    this.#settled(readVersion(value), origin.line);
    const { method, id, error } = isObject(value) ? value : {};
    if (typeof method === "string") {
      if (isId(id)) this.#request(method, id, origin);
      else this.summary.notifications++;
      const kind = id === undefined ? "notification" : "request";
      const outcome = this.#decode(value, origin.sender);
      this.#issues(outcome, { ...origin, kind, method });
      return;
    }
    if (error === undefined) this.summary.responses++;
    else this.summary.errors++;
    if (isId(id)) this.#answer(value, id, origin);
    else this.#issues(this.#decode(value, origin.sender), origin);
  }

  #settled(version: string | undefined, line: number): void {
    const { model, differs } = this.#options;
    const known = model.protocolVersion;
    if (version === undefined || known === null || version === known) return;
    if (!this.#saidToDiffer) differs?.(version, line);
    this.#saidToDiffer = true;
  }

  #request(method: string, id: MessageId, origin: Origin): void {
    const { line, session, sender } = origin;
    this.summary.requests++;
    if (sender) this.#asked.add(sender);
    if (method === "initialize") this.#pending.reset(session);
    const earlier = this.#pending.add(session, sender, id, { method, line });
    if (earlier)
      this.#fault(
        { ...origin, kind: "request", method },
        `the id ${JSON.stringify(id)} is already used by the unanswered ${earlier.method} request of line ${earlier.line}`,
        ID,
      );
  }

  /**
   * Checks a response against the result type of the request that has the same
   * id.
   */
  #answer(value: unknown, id: MessageId, origin: Origin): void {
    const { session, sender } = origin;
    const askers: readonly Side[] = sender
      ? [getPeer(sender)]
      : ["client", "server"];
    const tried = askers.flatMap((asker) => {
      const match = this.#pending.find(session, asker, id);
      if (!match) return [];
      const answerer = getPeer(asker);
      const outcome = this.#decode(value, answerer, match.request);
      return [{ ...match, sender: answerer, outcome }];
    });
    // The client and the server may both have sent a request with this id. The
    // response belongs to the request whose result type matches.
    const best = tried.find(({ outcome }) => outcome.ok) ?? tried[0];
    best?.remove();
    this.#issues(best?.outcome ?? this.#decode(value, sender), {
      ...origin,
      sender: best?.sender ?? sender,
      kind: "response",
      method: best?.request.method ?? null,
    });
    if (!best) this.#unmatched(id, origin);
  }

  #unmatched(id: MessageId, origin: Origin): void {
    this.summary.unmatched++;
    const peerSentRequests = origin.sender
      ? this.#asked.has(getPeer(origin.sender))
      : this.summary.requests > 0;
    // Report no fault if the request may be missing here: the recording may
    // contain only one side, or old requests may have been dropped.
    if (!peerSentRequests || this.#pending.gaveUp) return;
    this.#fault(
      { ...origin, kind: "response" },
      `no unanswered request has the id ${JSON.stringify(id)}`,
      ID,
    );
  }

  #decode(value: unknown, sender: Side | null, request?: Pending): Outcome {
    const { decoders } = this.#options;
    const options = request && { methodOf: () => request.method };
    if (sender === "client")
      return decoders.decodeClientMessage(value, options);
    if (sender === "server")
      return decoders.decodeServerMessage(value, options);
    return decoders.decodeMessage(value, options);
  }

  #issues(outcome: Outcome, faulty: Faulty): void {
    if (outcome.ok) return;
    const { issues, reason } = outcome;
    const { method = null, sender, kind } = faulty;
    const { revision } = this.#options.model.source;
    for (const issue of issues) {
      const message =
        reason === "method" && method !== null
          ? unknownMethod(revision, this.#senders, method, sender, kind)
          : `expected ${issue.expected}, got ${issue.received}`;
      const page = isOfMethod(issue) ? method : null;
      this.#fault(faulty, message, issue, page);
    }
  }

  /**
   * Reports a fault in a message of the recording, with a link to the
   * specification.
   *
   * @param page Method whose section of the specification the report links to.
   *   Null if the violated rule applies to all messages.
   */
  #fault(
    { line, sender, kind = "message", method = null }: Faulty,
    message: string,
    { path, pointer }: Pick<Issue, "path" | "pointer">,
    page: string | null = null,
  ): void {
    this.summary.faults++;
    if (line !== this.#lastFaulty) this.summary.faultyLines++;
    this.#lastFaulty = line;
    const { model, report } = this.#options;
    const section = getSection(model.source.revision, page, kind);
    report({ line, sender, kind, method, path, pointer, message, section });
  }
}

/**
 * Returns true if a value is a valid request id. Integers of any size are
 * accepted.
 */
function isId(id: unknown): id is MessageId {
  return typeof id === "string" || Number.isInteger(id);
}
