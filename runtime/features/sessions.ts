import { attempt } from "../json-rpc/promises.js";
import { featureOf } from "./entries.js";
import type { Connection } from "../protocol/connection/connection.js";
import type { Params } from "../json-rpc/messages/messages.js";
import type { Session } from "../protocol/connection/session.js";

/** Called with each session; what they throw goes to `onError`. */
export interface SessionHooks<S = Session> {
  /** The client is initialized. */
  readonly onSession?: ((session: S) => unknown) | undefined;
  /** The connection of such a session has ended, in whatever way. */
  readonly onSessionEnd?: ((session: S) => unknown) | undefined;
}

type SessionHandler = (params: Params, connection: Connection) => void;

/** A feature that calls hooks; those of several modules are all called. */
export function sessionHandlers(hooks: SessionHooks): {
  "notifications/initialized": SessionHandler;
} {
  return featureOf({ "notifications/initialized": calling([hooks]) });
}

function calling(hooks: readonly SessionHooks[]): SessionHandler {
  const handler: SessionHandler = (_params, connection) => {
    const { session } = connection;
    if (session === undefined) return; // what is served has one
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
    join: (all: readonly (Partial<Hooked> | undefined)[]) =>
      calling(all.flatMap((one) => one?.hooks ?? [])),
  });
}

/** A handler that says what it calls. */
interface Hooked {
  readonly hooks: readonly SessionHooks[];
}
