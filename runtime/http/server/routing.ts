/**
 * Which requests belong to sessions, where a server speaks revisions with and
 * without.
 */
import { isObject } from "../../validation/guards.js";
import { metaOf, VERSION } from "../../json-rpc/messages/meta.js";
import { VERSION_HEADER } from "../param-headers.js";
import { SESSION_HEADER } from "./session.js";
import type { Content } from "../body/messages.js";
import type { Protocol } from "../../protocol/protocol.js";
import type { SessionHandler } from "./handlers.js";
import type { HttpRequest } from "../types.js";

export class Routing {
  /** Versions whose requests stand alone, and those with sessions. */
  readonly #single: ReadonlySet<string>;
  readonly #opened: ReadonlySet<string>;
  readonly #sessions: SessionHandler | undefined;

  constructor(
    protocols: readonly Protocol[],
    sessions: SessionHandler | undefined,
  ) {
    const versions = (opened: boolean): ReadonlySet<string> =>
      new Set(
        protocols
          .filter(({ http }) => (http.sessions ?? false) === opened)
          .map(({ version }) => version),
      );
    this.#single = versions(false);
    this.#opened = versions(true);
    this.#sessions = sessions;
  }

  /** Whether the header names a version whose requests stand alone. */
  namesSingle(request: HttpRequest): boolean {
    return this.#single.has(request.header(VERSION_HEADER) ?? "");
  }

  /** The version that the header names, when it is not served. */
  unknown(request: HttpRequest): string | undefined {
    const version = request.header(VERSION_HEADER);
    if (version === undefined || this.#single.has(version)) return undefined;
    return this.#opened.has(version) ? undefined : version;
  }

  /** The sessions that answer a GET or a DELETE, if any do. */
  sessionsOf(request: HttpRequest): SessionHandler | undefined {
    if (this.#isOpen(request)) return this.#sessions;
    return this.namesSingle(request) ? undefined : this.#sessions;
  }

  /** Whether a message belongs to no session. */
  standsAlone(
    message: unknown,
    content: Content,
    request: HttpRequest,
  ): boolean {
    if (this.#sessions === undefined || this.#single.size === 0) {
      return this.#single.size > 0;
    }
    const fields = isObject(message) ? message : undefined;
    if (typeof metaOf(fields?.params)[VERSION] === "string") return true;
    // In a session, its own revision decides what the version header may say.
    if (this.#isOpen(request)) return false;
    if (this.namesSingle(request)) return true;
    if (fields?.method === "server/discover") return true;
    if (request.header(SESSION_HEADER) !== undefined) return false;
    // A request gets an answer either way, one that lists what is served.
    return content.ids.length > 0
      ? content.method !== "initialize"
      : !this.#opened.has(request.header(VERSION_HEADER) ?? "");
  }

  /** Whether the request names a session that is there. */
  #isOpen(request: HttpRequest): boolean {
    const id = request.header(SESSION_HEADER);
    return id !== undefined && (this.#sessions?.has(id) ?? false);
  }
}
