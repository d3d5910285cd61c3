import type { HttpHeaders, HttpReply } from "../../http/types.js";

/** Reply to a message that was answered before: discards what is sent. */
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
 * Returns a reply that is sent after `work`, if there is any. If `work` fails,
 * `failed` answers instead.
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
