import type { HttpCaller } from "../security/auth.js";
import type { Content, Refuse } from "../body/messages.js";
import type { HttpSettings } from "./options.js";
import type { HttpReply, HttpRequest } from "../types.js";
import type { KeepAlive } from "./keep-alive.js";
import type { ServerCore } from "../../protocol/server-core.js";

/** Serves the requests that belong to sessions. */
export interface SessionHandler {
  has(id: string): boolean;
  post(
    message: unknown,
    content: Content,
    scopes: readonly string[],
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void;
  get(
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void;
  delete(
    request: HttpRequest,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void;
  lapse(request: HttpRequest, caller: HttpCaller): void;
  close(): Promise<void>;
}

/** Serves the legacy SSE transport. */
export interface SseHandler {
  open(
    mount: string,
    reply: HttpReply,
    caller: HttpCaller,
    refuse: Refuse,
  ): void;
  find(
    request: HttpRequest,
    caller: HttpCaller,
    refuse: Refuse,
  ): ((message: unknown, length: number) => void) | undefined;
  close(): Promise<void>;
}

/** Class of a handler. */
export type HandlerClass<T> = new (
  server: ServerCore,
  settings: HttpSettings,
  attached: KeepAlive,
) => T;

/**
 * Handlers that only some revisions need. Generated servers inject them, so that
 * the output of other revisions, and a bundle without HTTP, does not contain them.
 */
export interface HttpHandlers {
  /** Serves sessions. */
  readonly sessions?: HandlerClass<SessionHandler> | undefined;
  /** Serves the legacy SSE transport. */
  readonly sse?: HandlerClass<SseHandler> | undefined;
}
