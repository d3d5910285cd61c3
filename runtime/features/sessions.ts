import { attempt } from "../json-rpc/promises.js";
import { createFeature } from "./entries.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Session } from "../protocol/connection/session.js";

/**
 * Callbacks for the start and end of sessions. If a callback throws an error,
 * the error is reported to `onError`.
 */
export interface SessionHooks<S = Session> {
  /** Callback invoked when a client has completed initialization. */
  readonly onSession?: ((session: S) => unknown) | undefined;
  /**
   * Callback invoked when the connection of an initialized session has ended
   * for any reason.
   */
  readonly onSessionEnd?: ((session: S) => unknown) | undefined;
}

type InitializedHandler = (params: Params, connection: Connection) => void;

/**
 * Creates a feature that calls the callbacks in `hooks`. If several modules
 * have session hooks, the hooks of all modules are called.
 */
export function sessionHandlers(hooks: SessionHooks): {
  "notifications/initialized": InitializedHandler;
} {
  return createFeature({
    "notifications/initialized": createSessionHandler([hooks]),
  });
}

function createSessionHandler(
  hooks: readonly SessionHooks[],
): InitializedHandler {
  const handler: InitializedHandler = (_params, connection) => {
    const { session } = connection;
    if (session === undefined) return; // `session` is always present on a served connection
    const failed = (error: Error): void => connection.report(error);
    for (const { onSession, onSessionEnd } of hooks) {
      attempt(() => onSession?.(session), failed);
      void connection.done.then(() =>
        attempt(() => onSessionEnd?.(session), failed),
      );
    }
  };
  return Object.assign(handler, {
    hooks,
    join: (all: readonly (Partial<HookedHandler> | undefined)[]) =>
      createSessionHandler(all.flatMap((handler) => handler?.hooks ?? [])),
  });
}

/**
 * Handler with a member `hooks`, which holds the session hooks that the handler
 * calls.
 */
interface HookedHandler {
  readonly hooks: readonly SessionHooks[];
}
