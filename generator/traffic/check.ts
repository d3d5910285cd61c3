/** Traffic, message by message: who sent it, what answers what, what is wrong. */
import type {
  MessageId,
  Undecoded,
} from "../../templates/runtime/validation/messages.js";
import type { Issue } from "../../templates/runtime/validation/issues.js";
import type { ProtocolModel } from "../model/types.js";
import { nearest } from "../nearest.js";
import { PendingRequests, type Pending } from "./pending.js";
import { recognize, type Recorded } from "./recognize.js";
import { opposite, type Side } from "./sender.js";
import { sectionOf, type Part } from "./specification.js";
import type { Decoders, Outcome } from "./validators.js";

/** One thing that is wrong, and where. */
export interface Fault {
  /** 1-based line of the recording. */
  readonly line: number;
  readonly sender: Side | null;
  readonly kind: Part;
  /** Of the message, or of the request that it answers. */
  readonly method: string | null;
  readonly path: readonly (string | number)[];
  /** The path as JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
  /** Address of the specification's section; null for a schema of one's own. */
  readonly section: string | null;
}

/** What a recording came to. */
export interface Summary {
  lines: number;
  messages: number;
  requests: number;
  notifications: number;
  responses: number;
  errors: number;
  faults: number;
  /** Lines with faults. */
  faultyLines: number;
  /** Lines of a log that are no messages. */
  remarks: number;
  /** Requests that nothing answered, as in a recording that was cut short. */
  unanswered: number;
  /** Responses whose request is not in the recording, on one side's alone. */
  unmatched: number;
}

/** Settings of a check. */
export interface CheckOptions {
  readonly model: ProtocolModel;
  readonly decoders: Decoders;
  /** Who sent the messages that do not say so. */
  readonly from?: Side | undefined;
  readonly report: (fault: Fault) => void;
  readonly maxPending?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Unclear lines before the first message, which says what they are. */
const MAX_HELD = 100;

/** Checks one recording; memory does not grow with its length. */
export class TrafficChecker {
  readonly summary: Summary = {
    lines: 0,
    messages: 0,
    requests: 0,
    notifications: 0,
    responses: 0,
    errors: 0,
    faults: 0,
    faultyLines: 0,
    remarks: 0,
    unanswered: 0,
    unmatched: 0,
  };
  readonly #options: CheckOptions;
  readonly #revision: string | null;
  readonly #senders: ReadonlyMap<string, Side | "either">;
  readonly #pending: PendingRequests;
  /** Sides that have sent a request. */
  readonly #asked = new Set<Side>();
  /** Whose side the recording is seen from, once that is known. */
  #outSide: Side | undefined;
  /** True once messages came inside something else. */
  #isLog = false;
  #held: { readonly line: number; readonly reason: string }[] | null = [];
  #dropped = 0;
  #lastFaulty = 0;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#revision = options.model.source.revision;
    this.#senders = sendersOf(options.model);
    this.#pending = new PendingRequests(options.maxPending);
  }

  /** Checks a line. */
  line(text: string, line: number): void {
    this.summary.lines = line;
    const found = recognize(text);
    switch (found.kind) {
      case "messages":
        if (this.#held) this.#settle(!found.bare);
        for (const message of found.messages) this.#message(message, line);
        return;
      case "remark":
        if (text.trim() !== "") this.summary.remarks++;
        return;
      case "unclear":
        if (this.#held && this.#held.length < MAX_HELD)
          this.#held.push({ line, reason: found.reason });
        else if (this.#isLog) this.summary.remarks++;
        else this.refused(found.reason, line);
        return;
      case "garbage":
        this.refused(found.reason, line);
        return;
      default:
        found satisfies never;
    }
  }

  /** Reports a line that is no message. */
  refused(reason: string, line: number): void {
    this.summary.lines = line;
    this.#fault({
      line,
      sender: null,
      kind: "message",
      method: null,
      path: [],
      pointer: "",
      message: `not a message: ${reason}`,
      section: sectionOf(this.#revision, null, "message"),
    });
  }

  /** After the last line. */
  end(): Summary {
    if (this.#held) this.#settle(false);
    this.summary.unanswered =
      this.#pending.size + this.#pending.forgotten + this.#dropped;
    return this.summary;
  }

  #settle(isLog: boolean): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#isLog = isLog;
    if (isLog) this.summary.remarks += held.length;
    else for (const { reason, line } of held) this.refused(reason, line);
  }

  #message(recorded: Recorded, line: number): void {
    const { value, session } = recorded;
    if (Array.isArray(value)) {
      this.#batch(value, recorded, line);
      return;
    }
    const sender = this.#senderOf(recorded);
    this.#one(value, sender, session, line);
  }

  /** A batch is its messages, where the revision has batches. */
  #batch(value: readonly unknown[], recorded: Recorded, line: number): void {
    const sender = this.#senderOf({ ...recorded, value: value[0] });
    const outcome = this.#decode(value, sender, undefined);
    if (outcome.ok && outcome.kind === "batch")
      for (const item of value) this.#one(item, sender, recorded.session, line);
    else {
      this.summary.messages++;
      if (!outcome.ok) this.#issues(outcome, line, sender, null, "message");
    }
  }

  #one(
    value: unknown,
    sender: Side | undefined,
    session: string,
    line: number,
  ): void {
    this.summary.messages++;
    const { method, id, error } = fieldsOf(value);
    const asks = typeof method === "string";
    if (asks && isId(id)) this.#request(method, id, sender, session, line);
    else if (asks) this.summary.notifications++;
    else if (error !== undefined) this.summary.errors++;
    else this.summary.responses++;
    if (asks || !isId(id)) {
      const outcome = this.#decode(value, sender, undefined);
      const part = !asks
        ? "message"
        : id === undefined
          ? "notification"
          : "request";
      if (!outcome.ok)
        this.#issues(outcome, line, sender, asks ? method : null, part);
      return;
    }
    this.#answer(value, id, sender, session, line);
  }

  #request(
    method: string,
    id: MessageId,
    sender: Side | undefined,
    session: string,
    line: number,
  ): void {
    this.summary.requests++;
    if (sender) this.#asked.add(sender);
    if (method === "initialize") this.#dropped += this.#pending.reset(session);
    const earlier = this.#pending.add(session, sender, id, { method, line });
    if (earlier)
      this.#fault({
        line,
        sender: sender ?? null,
        kind: "request",
        method,
        path: ["id"],
        pointer: "/id",
        message: `${JSON.stringify(id)} is in use by the ${earlier.method} request of line ${earlier.line}, which is not answered`,
        section: sectionOf(this.#revision, null, "request"),
      });
  }

  /** Held against the result type of the request that had the id. */
  #answer(
    value: unknown,
    id: MessageId,
    sender: Side | undefined,
    session: string,
    line: number,
  ): void {
    const askers: readonly Side[] = sender
      ? [opposite(sender)]
      : ["client", "server"];
    const found = askers.flatMap((asker) => {
      const match = this.#pending.find(session, asker, id);
      return match ? [{ ...match, sender: opposite(asker) }] : [];
    });
    const tried = found.map((match) => ({
      ...match,
      outcome: this.#decode(value, match.sender, match.request),
    }));
    // Both sides may have asked under one id: what fits is the answer.
    const best = tried.find(({ outcome }) => outcome.ok) ?? tried[0];
    best?.remove();
    const outcome = best?.outcome ?? this.#decode(value, sender, undefined);
    const method = best?.request.method ?? null;
    if (!outcome.ok)
      this.#issues(outcome, line, best?.sender ?? sender, method, "response");
    if (!best) this.#unmatched(id, sender, line);
  }

  #unmatched(id: MessageId, sender: Side | undefined, line: number): void {
    this.summary.unmatched++;
    const heard = sender
      ? this.#asked.has(opposite(sender))
      : this.summary.requests > 0;
    // With one side alone, or too many at once, the request may have been.
    if (!heard || this.#pending.forgotten > 0) return;
    this.#fault({
      line,
      sender: sender ?? null,
      kind: "response",
      method: null,
      path: ["id"],
      pointer: "/id",
      message: `no request with the id ${JSON.stringify(id)} waits for an answer`,
      section: sectionOf(this.#revision, null, "response"),
    });
  }

  #decode(
    value: unknown,
    sender: Side | undefined,
    request: Pending | undefined,
  ): Outcome {
    const { decoders } = this.#options;
    const options = request && { methodOf: () => request.method };
    if (sender === "client")
      return decoders.decodeClientMessage(value, options);
    if (sender === "server")
      return decoders.decodeServerMessage(value, options);
    return decoders.decodeMessage(value, options);
  }

  /** What the recording says, or else what follows from the message. */
  #senderOf({ value, way, session }: Recorded): Side | undefined {
    if (way === "client" || way === "server") return way;
    const told =
      way === undefined
        ? this.#options.from
        : this.#outSide &&
          (way === "out" ? this.#outSide : opposite(this.#outSide));
    if (told) return told;
    const sender = this.#inferred(fieldsOf(value), session);
    if (sender && way)
      this.#outSide = way === "out" ? sender : opposite(sender);
    return sender;
  }

  #inferred({ method, id }: Fields, session: string): Side | undefined {
    if (typeof method === "string") {
      const sender = this.#senders.get(method);
      return sender === "either" ? undefined : sender;
    }
    if (!isId(id)) return undefined;
    const client = this.#pending.find(session, "client", id);
    const server = this.#pending.find(session, "server", id);
    // Under both ids, or that of a request of either side, it may be both's.
    if (client?.request === server?.request || (client && server))
      return undefined;
    return client ? "server" : "client";
  }

  #issues(
    outcome: Undecoded,
    line: number,
    sender: Side | undefined,
    method: string | null,
    kind: Part,
  ): void {
    for (const issue of outcome.issues)
      this.#fault({
        line,
        sender: sender ?? null,
        kind,
        method,
        path: issue.path,
        pointer: issue.pointer,
        message:
          outcome.reason === "method" && method !== null
            ? this.#unknownMethod(method, sender)
            : `expected ${issue.expected}, got ${issue.received}`,
        section: this.#section(issue, outcome, method, kind),
      });
  }

  #section(
    { path }: Issue,
    { reason }: Undecoded,
    method: string | null,
    kind: Part,
  ): string | null {
    const inside = path[0] === "params" || path[0] === "result";
    const own = inside || (reason === "params" && path.length === 0);
    return sectionOf(this.#revision, own ? method : null, kind);
  }

  #unknownMethod(method: string, sender: Side | undefined): string {
    const name = this.#revision ?? "the schema";
    const known = this.#senders.get(method);
    if (known && sender && known !== sender)
      return `${method} is sent by the ${known}, not by the ${sender}`;
    const hint = nearest(method, [...this.#senders.keys()]);
    return `${name} has no ${JSON.stringify(method)}${hint && hint !== method ? `; did you mean ${hint}?` : ""}`;
  }

  #fault(fault: Fault): void {
    this.summary.faults++;
    if (fault.line !== this.#lastFaulty) this.summary.faultyLines++;
    this.#lastFaulty = fault.line;
    this.#options.report(fault);
  }
}

/** Who sends each method that travels by itself. */
function sendersOf(model: ProtocolModel): ReadonlyMap<string, Side | "either"> {
  const senders = new Map<string, Side | "either">();
  for (const { method, sender, embedded } of model.methods) {
    if (embedded) continue;
    const known = senders.get(method);
    senders.set(method, known && known !== sender ? "either" : sender);
  }
  return senders;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function isId(id: unknown): id is MessageId {
  return typeof id === "string" || Number.isInteger(id);
}
