/**
 * JSON-RPC channel over `postMessage`, between the page of a tool and the host.
 */
import {
  BAD_PARAMS,
  INVALID_MESSAGE,
  UNKNOWN_METHOD,
} from "../json-rpc/constants.js";
import {
  asError,
  ConnectionError,
  McpError,
  tooManyRequests,
  toErrorObject,
} from "../json-rpc/messages/errors.js";
import { Requests } from "../json-rpc/requests.js";
import { isObject, own, type Fields } from "../validation/guards.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { RequestOptions } from "../json-rpc/requests.js";

/** Window to which messages are posted. */
export interface PeerWindow {
  postMessage(message: unknown, targetOrigin: string): void;
}

interface FrameEvent {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}

type Listen = (type: "message", listener: (event: FrameEvent) => void) => void;

/**
 * Members of a browser's global object that add and remove message listeners.
 */
interface OwnWindow {
  readonly addEventListener: Listen;
  readonly removeEventListener: Listen;
}

type Guards = { readonly [method: string]: (value: never) => boolean };

/**
 * Type guards for the messages that one side of a channel receives, by method.
 */
export interface ChannelRules {
  readonly received: Guards;
  readonly results: Guards;
  /**
   * Default values for result members that some MCP servers omit. The default
   * values are added before a result is validated.
   */
  readonly defaults: object;
}

/** Function that handles a request or a notification of the peer. */
export type FrameHandler = (params: never, signal: AbortSignal) => unknown;

export interface ChannelSetup {
  /** Window of the peer. Messages of other windows are ignored. */
  readonly peer: PeerWindow;
  /**
   * Origin of the peer. If undefined, the origin of the peer's first answer is
   * used. Messages from other origins are ignored.
   */
  readonly origin?: string | undefined;
  readonly rules: ChannelRules;
  /**
   * Returns the handler of a method, except for `ping`. If this function throws
   * an error, the request is answered with that error.
   */
  readonly find: (method: string) => FrameHandler | undefined;
  /**
   * Returns whether a received message is within the limits that apply to the
   * peer. If not, the channel is closed.
   */
  readonly accepts?: (message: unknown) => boolean;
  readonly onError?: ((error: Error) => void) | undefined;
  readonly onClosed?: ((error: Error | undefined) => void) | undefined;
}

/**
 * Maximum number of the peer's requests that are handled at the same time. Any
 * further request is answered with an error.
 */
const MAX_ANSWERING = 32;

/**
 * Pattern of the methods whose result or params come from the MCP server.
 * Missing members of the result or params get default values.
 */
const SERVER_RESULTS = /^(?:tools|resources|ui.notifications.tool-result)\b/;

export class FrameChannel {
  readonly #setup: ChannelSetup;
  readonly #requests: Requests;
  readonly #answering = new Map<unknown, AbortController>();
  #origin: string | undefined;
  #isClosed = false;

  constructor(setup: ChannelSetup) {
    this.#setup = setup;
    this.#origin = setup.origin;
    this.#requests = new Requests({
      send: (message) => this.#send(message),
      cancel: (params) =>
        this.#send({ method: "notifications/cancelled", params }),
      endpoint: {
        accept: (method, result) => {
          const filled = this.#fill(method, result);
          if (isValid(setup.rules.results, method, filled)) return filled;
          const text = `The answer to ${method} is not valid`;
          throw new ConnectionError("invalid", text);
        },
      },
    });
    const window = globalThis as unknown as OwnWindow;
    window.addEventListener("message", this.#receive);
  }

  /** Sends a request and resolves with its validated result. */
  request(
    method: string,
    params: object,
    options: RequestOptions = {},
  ): Promise<object> {
    return this.#requests.send(method, params as Params, options, undefined);
  }

  notify(method: string, params: object): void {
    if (!this.#isClosed) this.#send({ method, params });
  }

  /** Rejects the pending requests and ignores all further messages. */
  close(error?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const window = globalThis as unknown as OwnWindow;
    window.removeEventListener("message", this.#receive);
    // End the pending requests before the handlers are aborted. Otherwise, an
    // aborted handler could try to cancel its request over the closed channel.
    this.#requests.end(() => error ?? createClosedError());
    for (const controller of this.#answering.values()) controller.abort();
    this.#setup.onClosed?.(error);
  }

  readonly #receive = ({ data, origin, source }: FrameEvent): void => {
    const { peer, accepts } = this.#setup;
    if (source !== peer || origin !== (this.#origin ?? origin)) return;
    if (accepts?.(data) === false) {
      const text = "The page exceeded its limit of messages or characters";
      return this.close(new ConnectionError("invalid", text));
    }
    // Browser extensions and other scripts also post messages, so messages that
    // are not JSON-RPC are ignored.
    if (!isObject(data) || data.jsonrpc !== "2.0") return;
    if (typeof data.method === "string") void this.#handle(data, data.method);
    else if (this.#requests.receive(data)) this.#origin ??= origin;
  };

  /** Handles a request or a notification. */
  async #handle(message: Fields, method: string): Promise<void> {
    const { id } = message;
    const { onError = console.error, rules, find } = this.#setup;
    const isRequest = typeof id === "string" || typeof id === "number";
    const answer = (member: object): void => {
      if (isRequest && !this.#isClosed) this.#send({ id, ...member });
    };
    const given = isObject(message.params) ? message.params : {};
    if (method === "notifications/cancelled")
      return this.#answering.get(given.requestId)?.abort();
    const controller = new AbortController();
    try {
      if (isRequest && this.#answering.size >= MAX_ANSWERING)
        throw tooManyRequests();
      if (this.#answering.has(id))
        throw new McpError(INVALID_MESSAGE, "The request id is already in use");
      if (isRequest) this.#answering.set(id, controller);
      const handler = method === "ping" ? () => ({}) : find(method);
      if (!handler && !isRequest) return;
      if (!handler)
        throw new McpError(UNKNOWN_METHOD, `Unknown method: ${method}`);
      const params = this.#fill(method, given);
      if (!isValid(rules.received, method, { ...message, params }))
        throw new McpError(BAD_PARAMS, `The params of ${method} are not valid`);
      const result = await handler(params as never, controller.signal);
      answer({ result: result ?? {} });
    } catch (error) {
      answer({ error: toErrorObject(error) });
      if (!isRequest || !(error instanceof McpError)) onError(asError(error));
    } finally {
      // If this request was refused because its id is in use, keep the entry of
      // the earlier request with this id, which is still running.
      if (this.#answering.get(id) === controller) this.#answering.delete(id);
    }
  }

  #fill(method: string, value: object): object {
    const { defaults } = this.#setup.rules;
    return SERVER_RESULTS.test(method) ? { ...defaults, ...value } : value;
  }

  #send(message: object): void {
    if (this.#isClosed) throw createClosedError();
    // A frame in a sandbox has the origin "null". Browsers refuse this origin
    // as a target, so `*` is used.
    const origin = this.#origin === "null" ? "*" : (this.#origin ?? "*");
    try {
      this.#setup.peer.postMessage({ jsonrpc: "2.0", ...message }, origin);
    } catch (cause) {
      // For example, the params contain a function, which cannot be cloned.
      const { method = "an answer" } = message as Fields;
      const text = `Cannot send ${method}: ${asError(cause).message}`;
      throw new TypeError(text, { cause });
    }
  }
}

function isValid(guards: Guards, method: string, value: object): boolean {
  const guard = own(guards, method) as Guards[string] | undefined;
  return guard?.(value as never) ?? true;
}

function createClosedError(): Error {
  const text = "The page and its host are disconnected";
  return new ConnectionError("closed", text);
}
