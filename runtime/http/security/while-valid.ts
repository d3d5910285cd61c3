import { every, unref } from "../../limits/timer.js";
import type { HttpReply } from "../types.js";

/**
 * Returns a reply whose stream ends once `isValid` resolves to false. `isValid`
 * is called every `period` milliseconds. The client may resume the stream with
 * a valid token.
 */
export function whileValid(
  reply: HttpReply,
  period: number,
  isValid: () => Promise<boolean>,
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
        if (await isValid()) return;
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
