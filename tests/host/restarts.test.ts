/** Servers of a host that are started again. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { load } from "../interop/support.js";
import type { Transport } from "../../templates/runtime/transport/transport.js";

interface Server {
  connect(transport: Transport): Promise<unknown>;
  close(): Promise<void>;
}

interface Host {
  connect(): Promise<unknown>;
  readonly tools: { name: string }[];
  readonly prompts: { name: string }[];
  close(): Promise<void>;
}

const INFO = { name: "test", version: "1" };

for (const revision of ["2025-06-18", "2026-07-28"]) {
  const test = suite(`a server that a host starts again at ${revision}`);
  const { createHost } = await load<{
    createHost(info: object, options: object): Host;
  }>(revision, "client");
  const { createServer, memory, prompts, tools } = await load<{
    createServer(info: object, handlers: object): Server;
    memory(): [Transport, Transport];
    prompts(entries: object): object;
    tools(entries: object): object;
  }>(revision, "server");

  test("what it offers now is told of, and what it no longer does", async () => {
    const handler = (): string => "";
    const starts = [
      createServer(INFO, {
        ...tools({ old: { handler } }),
        ...prompts({ p: { handler } }),
      }),
      createServer(INFO, tools({ new: { handler } })),
    ];
    const waiting = starts.values();
    const told: unknown[] = [];
    let changed: (() => void) | undefined;
    const change = new Promise<void>((resolve) => (changed = resolve));
    const host = createHost(INFO, {
      servers: { one: { command: "one" } },
      restarts: [0],
      transport: () => {
        const [ours, theirs] = memory();
        void waiting.next().value?.connect(theirs);
        return ours;
      },
      onState: (_server: string, state: string) => told.push(state),
      onChange: (server: string, lists: unknown) => {
        told.push([server, lists, host.tools.map(({ name }) => name)]);
        changed?.();
      },
    });
    await host.connect();
    assert.equal(
      host.prompts.map(({ name }) => name),
      ["one__p"],
    );
    await starts[0]?.close();
    await change;
    assert.equal(told, [
      "connecting",
      "ready",
      "restarting",
      "ready",
      ["one", ["tools", "prompts"], ["one__new"]],
    ]);
    assert.equal(host.prompts, []);
    await host.close();
    await starts[1]?.close();
  });

  test.run();
}
