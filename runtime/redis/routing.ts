import { isObject } from "../validation/guards.js";
import type {
  Message,
  Params,
  RequestId,
} from "../json-rpc/messages/messages.js";

/**
 * Form of an id that a process made: the name of the process and its own id.
 */
const NAME = /^([0-9a-f]{12})\.(\d+)$/;

/** Message for another process. */
export interface Forward {
  /** Name of the process; empty for all processes. */
  readonly to: string;
  readonly message: unknown;
}

/**
 * Prefixes the ids that this process made, so that answers find the process.
 */
export function prefixIds(message: Message, prefix: string): Message {
  if (Array.isArray(message) || !("method" in message)) return message;
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
 * Returns the part of a message or batch that is for this process; undefined if
 * all of it is for other processes. Calls `forward` with their messages.
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

/** Returns the process that made an id, and its own id. */
function parseId(name: unknown): [process: string, own: number] {
  const [, process = "", own] = NAME.exec(String(name)) ?? [];
  return [process, Number(own)];
}
