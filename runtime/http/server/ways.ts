import { Sessions } from "./sessions.js";
import { SseHost } from "./sse-host.js";
import type { HttpCaller } from "../security/auth.js";
import type { HttpSettings } from "./options.js";
import type { HttpReply, HttpRequest } from "../types.js";
import type { KeepAlive } from "./keep-alive.js";
import type { Refuse } from "../body/messages.js";
import type { SessionWay } from "./shared-state.js";
import type { ServerCore } from "../../protocol/server-core.js";

/** What serves the transport of two addresses. */
export interface SseWay {
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

type Way<T> = new (
  server: ServerCore,
  settings: HttpSettings,
  attached: KeepAlive,
) => T;

/** Ways to serve that only some protocols have. */
interface HttpWays {
  readonly Sessions?: Way<SessionWay>;
  readonly SseHost?: Way<SseWay>;
}

/** The linker leaves out a way that no revision of the output needs. */
export const HTTP_WAYS: HttpWays = { Sessions, SseHost };
