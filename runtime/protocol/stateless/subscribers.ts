/**
 * Client side of subscriptions: passes each notification to the subscription to
 * which it belongs.
 */
import { ConnectionError } from "../../json-rpc/messages/errors.js";
import { attempt } from "../../json-rpc/promises.js";
import { isObject } from "../../validation/guards.js";
import { isRequestId } from "../../json-rpc/messages/messages.js";
import { SUBSCRIPTION_ID } from "../../json-rpc/messages/meta.js";
import type { Connection } from "../connection/connection.js";
import type { Endpoint } from "../endpoint.js";
import type { Handlers } from "../lifecycle.js";
import type { Params, RequestId } from "../../json-rpc/messages/messages.js";
import type { SendOptions } from "../../json-rpc/requests.js";

/**
 * Extends the handlers of notifications. A notification with a subscription id
 * is also passed to the pending `subscriptions/listen` request with this id,
 * even if the notification arrives on another stream.
 */
export function withSubscriptionRouting(
  endpoint: Endpoint,
  handlers: Handlers,
): Handlers {
  const routed = Object.entries(endpoint.protocol.methods)
    .filter(([, facts]) => {
      return facts?.kind === "notification" && facts.sender === "server";
    })
    .map(([method]) => {
      const user = handlers[method];
      const handler = (params: Params, connection: Connection): unknown => {
        const meta = isObject(params?._meta) ? params._meta : {};
        const id = meta[SUBSCRIPTION_ID];
        if (isRequestId(id)) {
          attempt(
            () =>
              connection.requests
                .find(id)
                ?.options.onNotification?.(method, params),
            (error) => connection.report(error),
          );
        }
        return user?.(params as never, connection as never);
      };
      return [method, handler];
    });
  const user = handlers[CANCELLED];
  const cancelled = (params: Params, connection: Connection): unknown => {
    connection.requests
      .find(params.requestId as RequestId)
      ?.options.onNotification?.(CANCELLED, params);
    return user?.(params as never, connection as never);
  };
  const own = { ...Object.fromEntries(routed), [CANCELLED]: cancelled };
  return { ...handlers, ...(own as Handlers) };
}

const CANCELLED = "notifications/cancelled";

/**
 * Returns request options that let the server end a subscription with
 * `notifications/cancelled` instead of a result (basic/patterns/cancellation).
 * Servers must not cancel requests of any other method.
 */
export function withServerEnd(
  connection: Connection,
  method: string,
  options: SendOptions,
): SendOptions {
  if (method !== "subscriptions/listen") return options;
  const onNotification = (name: string, params: Params): void => {
    if (name !== CANCELLED) return options.onNotification?.(name, params);
    const why = params.reason === undefined ? "" : `: ${String(params.reason)}`;
    const ended = new ConnectionError(
      "closed",
      `The server ended ${method}${why}`,
    );
    connection.requests.fail(params.requestId as RequestId, ended);
  };
  return { ...options, onNotification };
}
