import { every, unref } from "../../limits/timer.js";
import type { HttpReply } from "../types.js";

/**
 * `reply`, whose stream ends when its sender is not `valid` any more, as if the
 * client had left: with a valid token it may come back. It is looked at every
 * `period` milliseconds.
 */
export function whileValid(
  reply: HttpReply,
  period: number,
  valid: () => Promise<boolean>,
): HttpReply {
  const gone: (() => void)[] = [];
  return {
    send: (status, headers, body) => reply.send(status, headers, body),
    onGone(callback) {
      gone.push(callback);
      reply.onGone(callback);
    },
    stream(headers) {
      const stream = reply.stream(headers);
      const stop = (): void => clearInterval(timer);
      const look = async (): Promise<void> => {
        if (await valid()) return;
        stop();
        stream.end();
        for (const callback of gone) callback();
      };
      const timer = unref(every(period, () => void look()));
      reply.onGone(stop);
      return {
        write: (text) => stream.write(text),
        get waiting() {
          return stream.waiting;
        },
        drained: () => stream.drained(),
        end() {
          stop();
          stream.end();
        },
        destroy() {
          stop();
          stream.destroy();
        },
      };
    },
  };
}
