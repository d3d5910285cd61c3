import { spawn } from "node:child_process";
import { once } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { conformanceProgram } from "../../scripts/conformance-program.js";
import { temporaryFolder } from "../support/folders.js";
import { startServer, stopServer } from "../http/programs.js";
import { required, runAll } from "./suite.js";

/** A scenario that the suite has for both, and does not count. */
const UNSCORED = "json-schema-2020-12-preservation";

const SETS = [
  { revision: "2025-11-25", count: 4 },
  { revision: "2026-07-28", count: 7 },
];

const tests = suite("conformance of clients");

for (const { revision, count } of SETS) {
  const scenarios = [...required(revision, "client"), UNSCORED];
  const program = await conformanceProgram(
    "conformance-client",
    revision,
    temporaryFolder(),
  );
  const command = `${process.execPath} ${program}`;
  const outcomes = runAll(scenarios, revision, { role: "client", command });

  tests(`${revision}: there are ${count} scenarios that count`, () => {
    assert.is(new Set(scenarios).size, count + 1);
  });

  for (const [scenario, outcome] of outcomes) {
    tests(`${revision}: ${scenario}`, async () =>
      assert.equal(await outcome, []),
    );
  }
}

tests("a client that does nothing does not pass", async () => {
  const command = `${process.execPath} -e 0`;
  const [scenario] = required("2025-11-25", "client");
  const outcomes = runAll([scenario ?? ""], "2025-11-25", {
    role: "client",
    command,
  });
  for (const outcome of outcomes.values()) {
    assert.is.not((await outcome).length, 0);
  }
});

tests("without a scenario it connects, or fails", async () => {
  const program = await conformanceProgram(
    "conformance-client",
    "2025-11-25",
    temporaryFolder(),
  );
  const outcomeOf = async (url: string): Promise<[unknown, string[]]> => {
    const stdio = ["ignore", "ignore", "pipe"] as const;
    const child = spawn(process.execPath, [program, url], {
      stdio: [...stdio],
    });
    let said = "";
    child.stderr?.on("data", (text) => (said += text));
    const [status] = (await once(child, "close")) as [unknown];
    return [status, said.trimEnd().split("\n").slice(1)];
  };
  const server = await startServer("2025-11-25");
  const newer = await startServer("2026-07-28");
  const absent = new URL("/no", server.url).href;
  try {
    assert.equal(await outcomeOf(server.url), [0, []]);
    assert.equal(await outcomeOf(absent), [
      1,
      [`${absent}: There is nothing here`],
    ]);
    assert.equal(await outcomeOf(newer.url), [
      1,
      [
        `${newer.url}: Invalid params: _meta has no io.modelcontextprotocol/protocolVersion; this server speaks 2026-07-28; generate it with --rev 2026-07-28,2025-11-25`,
      ],
    ]);
  } finally {
    await stopServer(server.process);
    await stopServer(newer.process);
  }
});

tests.run();
