/** Messages that have to reach the process that waits for them. */
import { isObject } from "../validation/guards.js";
import type {
  Message,
  Params,
  RequestId,
} from "../json-rpc/messages/messages.js";

/** The name of a process, and what it names: see `StoreMember`. */
const NAME = /^([0-9a-f]{12})\.(\d+)$/;

/** A message for another process. */
export interface Forward {
  /** Its name; that of all is empty. */
  readonly to: string;
  readonly message: unknown;
}

/** A message whose own names say which process they are of. */
export function marked(message: Message, mark: string): Message {
  if (Array.isArray(message) || !("method" in message)) return message;
  const { params } = message;
  if ("id" in message) {
    const token = params?._meta?.progressToken;
    const own = token === message.id && {
      params: {
        ...params,
        _meta: { ...params?._meta, progressToken: `${mark}${token}` },
      },
    };
    return { ...message, ...own, id: `${mark}${message.id}` };
  }
  if (message.method !== "notifications/cancelled") return message;
  const requestId = `${mark}${params?.requestId as RequestId}`;
  return { ...message, params: { ...params, requestId } };
}

/**
 * What of a message, or of several, is for this process: undefined when it is all
 * for others, which `forward` is called with.
 */
export function sorted(
  message: unknown,
  me: string,
  answers: (id: RequestId) => boolean,
  forward: (one: Forward) => void,
): unknown {
  if (!Array.isArray(message)) return sortedOne(message, me, answers, forward);
  const own = message
    .map((one) => sortedOne(one, me, answers, forward))
    .filter((one) => one !== undefined);
  return own.length === 0 ? undefined : own;
}

function sortedOne(
  message: unknown,
  me: string,
  answers: (id: RequestId) => boolean,
  forward: (one: Forward) => void,
): unknown {
  if (!isObject(message)) return message;
  const { method, id } = message;
  const params = isObject(message.params) ? (message.params as Params) : {};
  const toOwner = (name: unknown, change: (own: number) => object): unknown => {
    const [to, own] = ownName(name);
    if (to === "") return message;
    const renamed = { ...message, ...change(own) };
    if (to === me) return renamed;
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

/** The process that made a name up, and its own name for it. */
function ownName(name: unknown): [process: string, own: number] {
  const [, process = "", own] = NAME.exec(String(name)) ?? [];
  return [process, Number(own)];
}
