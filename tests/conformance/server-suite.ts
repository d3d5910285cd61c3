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
export function testServer(set: ServerSet): Promise<void> {
  return testOneServer(set.revision, [set]);
}

/** The same for several sets, one after the other, of one and the same server. */
export async function testOneServer(
  revision: string,
  sets: readonly ServerSet[],
): Promise<void> {
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
  for (const set of sets) testScenarios(revision, set, url);
  const end = suite(`the end of the ${revision} server`);

  end("SIGTERM ends the server in order", async () => {
    const exit = once(server, "exit");
    server.kill("SIGTERM");
    assert.equal(await exit, [0, null]);
  });

  end.run();
}

function testScenarios(server: string, set: ServerSet, url: string): void {
  const { revision, scenarios, count } = set;
  const from = set.scenariosOf ?? revision;
  const of = from === server ? "" : ` with the scenarios of ${from}`;
  const tests = suite(`conformance of the ${server} server${of}`);
  let outcomes: Map<string, Promise<string[]>>;

  tests(`there are ${count} scenarios`, () => {
    assert.is(new Set(scenarios).size, count);
    outcomes = runAll(scenarios, set.wire ?? revision, { role: "server", url });
  });

  for (const scenario of scenarios) {
    tests(scenario, async () => {
      assert.equal(await outcomes.get(scenario), []);
    });
  }

  tests.run();
}
