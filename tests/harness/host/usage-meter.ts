/** Starts transports with traffic limits. */
import {
  limitTraffic,
  type TrafficLimits,
} from "../../../runtime/host/consent/usage-meter.js";
import type {
  Receiver,
  Transport,
} from "../../../runtime/transport/transport.js";

/**
 * Starts a transport with traffic limits. The returned `seen` records the
 * method calls that reach the inner transport or the receiver.
 */
export async function startMetered(limits: TrafficLimits, more: object = {}) {
  const seen: unknown[] = [];
  let inner!: Receiver;
  const transport = {
    start: (receiver: Receiver) => void (inner = receiver),
    send: (...all: unknown[]) => void seen.push(["send", ...all]),
    release: (...all: unknown[]) => void seen.push(["release", ...all]),
    unanswered: (...all: unknown[]) => void seen.push(["unanswered", ...all]),
    close: () => void seen.push("close"),
    ...more,
  } as unknown as Transport;
  const outer = limitTraffic(transport, limits);
  const note =
    (name: string) =>
    (...all: unknown[]) =>
      void seen.push([name, ...all]);
  await outer.start({
    maxMessage: 77,
    receive: (message: unknown) => void seen.push(message),
    closed: (problem?: unknown) => void seen.push(problem ?? "closed"),
    failed: note("failed"),
    unreadable: note("unreadable"),
    ended: note("ended"),
  } as unknown as Receiver);
  return { outer, inner, seen };
}
