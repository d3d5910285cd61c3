import { spawn } from "node:child_process";
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conformanceProgram } from "../../scripts/conformance-program.js";
import { temporaryFolder } from "../support/folders.js";
import { runAll } from "./suite.js";

/** One set of scenarios for the example server of a revision. */
export interface ServerSet {
  readonly revision: string;
  /** Revision whose scenarios these are, where that is another one. */
  readonly scenariosOf?: string;
  /**
   * Revision whose schema messages are held against, where the suite does not
   * have that of the server's.
   */
  readonly wire?: string;
  readonly scenarios: readonly string[];
  /** How many there have to be. */
  readonly count: number;
}

/** Declares and runs a test for each scenario of a set. */
export async function testServer(set: ServerSet): Promise<void> {
  const { revision, scenarios, count } = set;
  const of = set.scenariosOf ? ` with the scenarios of ${set.scenariosOf}` : "";
  const tests = suite(`conformance of a ${revision} server${of}`);
  const program = await conformanceProgram(
    "conformance-server",
    revision,
    temporaryFolder(),
  );
  const server = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const url = line.toString().trim();
  const outcomes = runAll(scenarios, set.wire ?? revision, {
    role: "server",
    url,
  });

  tests(`there are ${count} scenarios`, () => {
    assert.is(new Set(scenarios).size, count);
  });

  for (const [scenario, outcome] of outcomes) {
    tests(scenario, async () => assert.equal(await outcome, []));
  }

  tests("SIGTERM ends the server in order", async () => {
    const exit = once(server, "exit");
    server.kill("SIGTERM");
    assert.equal(await exit, [0, null]);
  });

  tests.run();
}
