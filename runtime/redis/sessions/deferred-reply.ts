import type { HttpHeaders, HttpReply } from "../../http/types.js";

/**
 * HTTP reply for a message that was already answered. The reply discards
 * everything that is sent.
 */
export const DISCARDED_REPLY: HttpReply = {
  send() {},
  stream: () => ({
    write() {},
    waiting: 0,
    drained: () => Promise.resolve(),
    end() {},
    destroy() {},
  }),
  onGone() {},
};

/**
 * Returns an HTTP reply that waits for `work` before it is sent. If `work`
 * fails, the function `failed` sends the answer instead.
 */
export function deferredReply(
  reply: HttpReply,
  work: (headers: HttpHeaders) => Promise<unknown> | undefined,
  failed: (error: unknown) => void,
): HttpReply {
  return {
    send(status, headers, body) {
      const pending = work(headers);
      if (pending === undefined) return reply.send(status, headers, body);
      pending.then(() => reply.send(status, headers, body), failed);
    },
    stream(headers) {
      const stream = reply.stream(headers);
      return {
        write: (text) => stream.write(text),
        get waiting() {
          return stream.waiting;
        },
        drained: () => stream.drained(),
        end() {
          void work({})?.catch(() => {});
          stream.end();
        },
        destroy: () => stream.destroy(),
      };
    },
    onGone: (callback) => reply.onGone(callback),
  };
}
