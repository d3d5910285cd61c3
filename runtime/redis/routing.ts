import { isObject } from "../validation/guards.js";
import type {
  Message,
  Params,
  RequestId,
} from "../json-rpc/messages/messages.js";

/**
 * Pattern of a request id with a prefix. The prefix is the name of the process
 * that sent the request. The original id follows.
 */
const NAME = /^([0-9a-f]{12})\.(\d+)$/;

/** Message that is forwarded to another process of the cluster. */
export interface Forward {
  /**
   * Name of the receiving process. Empty to send the message to all processes.
   */
  readonly to: string;
  readonly message: unknown;
}

/**
 * Adds the name of this process to the ids of its requests, so that their
 * answers can be routed to this process.
 */
export function prefixIds(message: Message, prefix: string): Message {
  if (!("method" in message)) return message;
  const { params } = message;
  if ("id" in message) {
    const token = params?._meta?.progressToken;
    const own = token === message.id && {
      params: {
        ...params,
        _meta: { ...params?._meta, progressToken: `${prefix}${token}` },
      },
    };
    return { ...message, ...own, id: `${prefix}${message.id}` };
  }
  if (message.method !== "notifications/cancelled") return message;
  const requestId = `${prefix}${params?.requestId as RequestId}`;
  return { ...message, params: { ...params, requestId } };
}

/**
 * Returns the part of a message or batch that is for this process. Returns
 * undefined if everything is for other processes. Calls `forward` with each
 * message for another process.
 */
export function routeToOwner(
  message: unknown,
  self: string,
  answers: (id: RequestId) => boolean,
  forward: (one: Forward) => void,
): unknown {
  if (!Array.isArray(message))
    return routeOneToOwner(message, self, answers, forward);
  const own = message
    .map((one) => routeOneToOwner(one, self, answers, forward))
    .filter((one) => one !== undefined);
  return own.length === 0 ? undefined : own;
}

function routeOneToOwner(
  message: unknown,
  self: string,
  answers: (id: RequestId) => boolean,
  forward: (one: Forward) => void,
): unknown {
  if (!isObject(message)) return message;
  const { method, id } = message;
  const params = isObject(message.params) ? (message.params as Params) : {};
  const toOwner = (name: unknown, change: (own: number) => object): unknown => {
    const [to, own] = parseId(name);
    if (to === "") return message;
    const renamed = { ...message, ...change(own) };
    if (to === self) return renamed;
    forward({ to, message: renamed });
    return undefined;
  };
  if (method === undefined) return toOwner(id, (own) => ({ id: own }));
  if (method === "notifications/progress") {
    return toOwner(params.progressToken, (progressToken) => ({
      params: { ...params, progressToken },
    }));
  }
  if (method !== "notifications/cancelled") return message;
  if (answers(params.requestId as RequestId)) return message;
  forward({ to: "", message });
  return undefined;
}

/**
 * Splits a request id into the name of the process that sent the request, and
 * the original id.
 */
function parseId(name: unknown): [process: string, own: number] {
  const [, process = "", own] = NAME.exec(String(name)) ?? [];
  return [process, Number(own)];
}
