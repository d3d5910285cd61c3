import type { HttpHeaders, HttpReply } from "../http/types.js";

/** Answers nobody: the reply to a message that was answered long ago. */
export const NOBODY: HttpReply = {
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
 * A reply that goes out once `work` is done, where there is some; `failed` is told
 * when it fails, and answers then.
 */
export function heldReply(
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
