/**
 * Tests of the streams and listeners of a process when its stdio transport
 * ends.
 */
import { EventEmitter } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { stdio } from "../../../runtime/transport/stdio.js";

const test = suite("transport: end of stdio");

class Stream extends EventEmitter {
  text = "";
  setEncoding = (): void => {};
  pause = (): void => {};
  resume = (): void => {};
  write(text: string, done?: () => void): boolean {
    this.text += text;
    done?.();
    return true;
  }
}

/** Starts a transport in a fake process, and records how the transport ends. */
async function start(options: object = {}) {
  const exits: number[] = [];
  const fake = Object.assign(new EventEmitter(), {
    stdin: new Stream(),
    stdout: new Stream(),
    stderr: new Stream(),
    platform: "linux",
    exit: () => exits.push(1),
  });
  const own = globalThis.process;
  Object.assign(globalThis, { process: fake });
  let transport;
  try {
    transport = stdio(options);
  } finally {
    Object.assign(globalThis, { process: own });
  }
  const ends: unknown[] = [];
  await transport.start({
    receive: (message) => ends.push(message),
    unreadable: () => {},
    failed: () => {},
    ended: () => ends.push("ended"),
    closed: (problem) => ends.push(problem?.message ?? "closed"),
  });
  return { ...fake, process: fake, transport, ends, exits };
}

/** Runs a function whose timers fire immediately. Returns their delays. */
function withTimers(run: () => void): number[] {
  const { setTimeout: own } = globalThis;
  const delays: number[] = [];
  Object.assign(globalThis, {
    setTimeout: (fire: () => void, delay: number) => {
      delays.push(delay);
      fire();
      return {};
    },
  });
  try {
    run();
  } finally {
    Object.assign(globalThis, { setTimeout: own });
  }
  return delays;
}

test("a closed stdio transport restores standard output and removes its listeners", async () => {
  const { process, stdin, stdout, stderr, transport, ends } = await start();
  stdout.write("log\n");
  transport.send({ jsonrpc: "2.0", method: "a" });
  await transport.close();
  stdout.write("last\n");
  const sent = '{"jsonrpc":"2.0","method":"a"}\n';
  assert.equal([stdout.text, stderr.text], [`${sent}last\n`, "log\n"]);
  assert.is(process.listenerCount("SIGTERM"), 0);
  assert.is(stdin.listenerCount("end"), 0);
  await transport.close();
  assert.equal(ends, ["closed"]);
});

for (const [code, end] of [
  ["EPIPE", "closed"],
  ["EIO", "broken"],
] as const)
  test(`a stdio transport ends with ${JSON.stringify(end)} if standard output has the error ${code}`, async () => {
    const { stdout, ends } = await start();
    stdout.emit("error", Object.assign(new Error("broken"), { code }));
    assert.equal(ends, [end]);
  });

for (const [options, signal, exits] of [
  [{}, false, []],
  [{}, true, [1]],
  [{ exit: true }, false, [1]],
] as const)
  test(`after a failure of standard output${signal ? " and SIGTERM" : ""}, a stdio transport with ${JSON.stringify(options)} ${exits.length > 0 ? "ends" : "does not end"} its process`, async () => {
    const started = await start(options);
    if (signal) started.process.emit("SIGTERM");
    assert.equal(started.ends, signal ? ["ended"] : []);
    const delays = withTimers(() => {
      started.stdout.emit("error", new Error("broken"));
    });
    assert.equal(started.exits, exits);
    assert.equal(delays, exits.length > 0 ? [1_000] : []);
  });

test.run();
