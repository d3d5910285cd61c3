import {
  INVALID_MESSAGE,
  UNSUPPORTED_VERSION,
} from "../../json-rpc/constants.js";
import { describeSupportedVersions } from "../../json-rpc/messages/errors.js";
import { sendRejection } from "../body/rejection.js";
import { serveSingle } from "./single.js";
import { isObject } from "../../validation/guards.js";
import type { Connection } from "../../protocol/connection/connection.js";
import type { HttpSettings } from "./options.js";
import type { KeepAlive } from "./keep-alive.js";
import type { PostExchange } from "./exchange.js";
import type { RequestMessage } from "../../json-rpc/messages/messages.js";
import type { ServerCore } from "../../protocol/server-core.js";

/** Handler of messages that belong to no session. */
export class StatelessHandler {
  readonly #server: ServerCore;
  readonly #settings: HttpSettings;
  readonly #attached: KeepAlive;
  /** Connections of the requests that are being answered. */
  readonly #open = new Set<Connection>();

  constructor(server: ServerCore, settings: HttpSettings, attached: KeepAlive) {
    this.#server = server;
    this.#settings = settings;
    this.#attached = attached;
  }

  /**
   * Answers a message. `unknown` is the version in the version header, if the
   * server does not support that version.
   */
  post(exchange: PostExchange, unknown: string | undefined): void {
    const { message, content, reply } = exchange;
    const rejectInvalid = (text: string): void => {
      const rejection = { status: 400, message: text, code: INVALID_MESSAGE };
      sendRejection(reply, rejection, true);
    };
    if (content.batch || !isObject(message)) {
      return rejectInvalid("This revision does not allow batches");
    }
    if (content.ids.length === 0) {
      if (message.method === undefined) {
        const text = "A client must not send responses at this revision";
        return rejectInvalid(text);
      }
      if (unknown === undefined) return reply.send(202, {});
      return this.#rejectVersion(exchange, unknown);
    }
    const connection = serveSingle(
      this.#server,
      message as unknown as RequestMessage,
      exchange,
      this.#settings,
      this.#attached,
    );
    if (connection === undefined) return;
    const open = this.#open;
    open.add(connection);
    void connection.done.then(() => open.delete(connection));
  }

  /**
   * Closes the handler. Resolves when all requests are answered, or after a
   * second.
   */
  async close(): Promise<void> {
    const ends = [...this.#open].map((connection) => {
      connection.ended();
      return connection.done;
    });
    await Promise.all(ends);
  }

  #rejectVersion({ reply }: PostExchange, requested: string): void {
    const { versions: supported } = this.#server.endpoint;
    const message = `Unsupported protocol version: ${requested}; ${describeSupportedVersions(supported, requested)}`;
    const data = { supported, requested };
    const code = UNSUPPORTED_VERSION;
    sendRejection(reply, { status: 400, message, code, data }, true);
  }
}
