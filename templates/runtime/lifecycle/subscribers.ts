/** The client's side of subscriptions: whose a notification is. */
import { isObject, isRequestId } from "../connection/messages.js";
import { SUBSCRIPTION_ID } from "../connection/meta.js";
import type { Connection } from "../connection/connection.js";
import type { Endpoint } from "../endpoint.js";
import type { Handlers } from "./lifecycle.js";
import type { Params } from "../connection/messages.js";

/**
 * `handlers`, where what names a subscription is told to the request that made
 * it as well, over whatever channel it came.
 */
export function telling(endpoint: Endpoint, handlers: Handlers): Handlers {
  const told = Object.entries(endpoint.protocol.methods)
    .filter(([, facts]) => {
      return facts?.kind === "notification" && facts.sender === "server";
    })
    .map(([method]) => {
      const user = handlers[method];
      const handler = (params: Params, connection: Connection): unknown => {
        const meta = isObject(params?._meta) ? params._meta : {};
        const id = meta[SUBSCRIPTION_ID];
        if (isRequestId(id)) connection.requests.tell(id, method, params);
        return user?.(params as never, connection as never);
      };
      return [method, handler];
    });
  return { ...handlers, ...(Object.fromEntries(told) as Handlers) };
}
