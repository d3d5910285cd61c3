import { INVALID_MESSAGE } from "../../../json-rpc/constants.js";
import { after, unref } from "../../../limits/timer.js";
import { rejectMissingScopes } from "../../security/auth.js";
import { accepts } from "../../security/guard.js";
import {
  EVENTS_TYPE,
  LAST_EVENT_HEADER,
  SESSION_HEADER,
  VERSION_HEADER,
} from "../../headers.js";
import { SessionTable } from "./session-table.js";
import type { HttpCaller } from "../../security/auth.js";
import type { HttpExchange, PostExchange } from "../exchange.js";
import type { HttpRequest } from "../../types.js";
import type { HttpSettings } from "../options.js";
import type { KeepAlive } from "../keep-alive.js";
import type { Origin } from "../../../transport/transport.js";
import type { RequestId } from "../../../json-rpc/messages/messages.js";
import type { ServerCore } from "../../../protocol/server-core.js";
import type { SessionEntry } from "./session-table.js";
import type { SessionHandler } from "../handlers.js";

/** Format of a protocol version: a date. */
const VERSION_FORM = /^\d{4}-\d\d-\d\d$/;

/** Serves the requests that belong to sessions. */
export class Sessions implements SessionHandler {
  readonly table: SessionTable;
  readonly #server: ServerCore;
  readonly #settings: HttpSettings;

  constructor(server: ServerCore, settings: HttpSettings, attached: KeepAlive) {
    this.table = new SessionTable(server, settings, attached);
    this.#server = server;
    this.#settings = settings;
  }

  has(id: string): boolean {
    return this.table.entries.has(id);
  }

  post(exchange: PostExchange): void {
    const { message, content, request, reply, caller, reject } = exchange;
    const opens = content.method === "initialize";
    const [first] = content.ids;
    if (opens && request.header(SESSION_HEADER) === undefined) {
      if (this.#isMalformed(request.header(VERSION_HEADER))) {
        const text = "The MCP-Protocol-Version header is not a version";
        return reject({ status: 400, message: text, id: first });
      }
      return this.#open(exchange);
    }
    const entry = this.#find(exchange, first);
    if (entry === undefined) return;
    const { session, connection } = entry;
    if (content.batch && !connection.endpoint.protocol.batches) {
      const text = "This revision does not allow batches";
      return reject({ status: 400, message: text, code: INVALID_MESSAGE });
    }
    const origin: Origin = {
      auth: caller.principal,
      http: request,
      length: content.length,
    };
    if (content.ids.length === 0) {
      session.receive(message, origin);
      return reply.send(202, {});
    }
    if (session.answering(content.ids)) {
      const text = "The request id is already in use";
      const code = INVALID_MESSAGE;
      return reject({ status: 400, message: text, code, id: first });
    }
    session.exchange(message, content.ids, reply, origin);
  }

  get(exchange: HttpExchange): void {
    const { request, reply, reject } = exchange;
    if (!accepts(request.header("accept"), EVENTS_TYPE)) {
      const text = `The Accept header must contain ${EVENTS_TYPE}`;
      return reject({ status: 406, message: text });
    }
    const entry = this.#findWithScopes(exchange);
    if (entry === undefined) return;
    const last = request.header(LAST_EVENT_HEADER);
    if (last === undefined) return entry.session.listen(reply);
    void entry.session.resume(reply, last).then((resumed) => {
      const text = "Events after Last-Event-ID are no longer stored";
      if (!resumed) reject({ status: 400, message: text });
    });
  }

  delete(exchange: HttpExchange): void {
    const entry = this.#findWithScopes(exchange);
    if (entry === undefined) return;
    void this.table.end(entry).then(() => exchange.reply.send(204, {}));
  }

  lapse(request: HttpRequest, { subject }: HttpCaller): void {
    const entry = this.table.entries.get(request.header(SESSION_HEADER) ?? "");
    if (entry === undefined || entry.session.owner !== subject) return;
    const { uses } = entry;
    const end = (): void => {
      if (entry.uses === uses) entry.end();
    };
    unref(after(this.#settings.keepAlive, end));
  }

  close(): Promise<void> {
    return this.table.close();
  }

  /**
   * Returns whether the version header is malformed, which means that it is not
   * a date. Before a version is negotiated, any date is accepted.
   */
  #isMalformed(version: string | undefined): boolean {
    if (version === undefined || VERSION_FORM.test(version)) return false;
    const { all } = this.#server.endpoint;
    return all.some(({ protocol }) => protocol.http.versionHeader);
  }

  #open(exchange: PostExchange): void {
    const { message, content, scopes, request, reply, caller, reject } =
      exchange;
    const [id] = content.ids;
    if (id === undefined) return;
    const session = crypto.randomUUID();
    const entry = this.table.create(session, caller, scopes, content.length);
    if ("status" in entry) return reject({ ...entry, id });
    const auth = caller.principal;
    entry.session.open(message, id, reply, { session, auth, http: request });
  }

  /**
   * Returns the session of a GET or DELETE. Returns undefined and rejects the
   * request if the session does not exist, or the client lacks scopes that the
   * session needs.
   */
  #findWithScopes(exchange: HttpExchange): SessionEntry | undefined {
    const { caller, reject } = exchange;
    const check = ({ scopes }: SessionEntry): boolean =>
      !rejectMissingScopes(this.#settings, caller, scopes, undefined, reject);
    return this.#find(exchange, undefined, check);
  }

  /**
   * Returns the session of an HTTP request, or rejects the request. `id` is the
   * id of the JSON-RPC request in the body.
   */
  #find(
    { request, caller, reject }: HttpExchange,
    id: RequestId | undefined,
    check: (entry: SessionEntry) => boolean = () => true,
  ): SessionEntry | undefined {
    const key = request.header(SESSION_HEADER);
    if (key === undefined) {
      const text = "The Mcp-Session-Id header is missing";
      reject({ status: 400, message: text, id });
      return undefined;
    }
    const entry = this.table.entries.get(key);
    if (entry === undefined || entry.session.owner !== caller.subject) {
      reject({ status: 404, message: "The session does not exist", id });
      return undefined;
    }
    if (!check(entry)) return undefined;
    const { protocol } = entry.connection.endpoint;
    const version = request.header(VERSION_HEADER);
    if (
      protocol.http.versionHeader &&
      version !== undefined &&
      version !== protocol.version
    ) {
      const text = `The session uses version ${protocol.version}, not ${version}`;
      reject({ status: 400, message: text, id });
      return undefined;
    }
    entry.used = Date.now();
    entry.uses += 1;
    return entry;
  }
}
