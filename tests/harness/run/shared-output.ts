/**
 * Generated output that all test files of a run share. The runner passes the
 * path of one folder to all processes. A test file that runs alone uses a
 * separate folder.
 */
import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import {
  conformanceProgram,
  getExtensions,
} from "../../../scripts/conformance-program.js";
import { generate } from "../../../generator/pipeline/generate.js";
import { runCli } from "../program/cli.js";
import { temporaryFolder } from "../program/folders.js";
import { waitUntil } from "./time-limit.js";

const shared = process.env["MCP_TESTS_MADE"] ?? temporaryFolder();

/**
 * Returns the shared folder with the given name. The first caller fills the
 * folder with `make`, and other callers wait until the folder is complete.
 * Callers must not change the folder afterwards.
 */
export async function makeOnce(
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(shared, name);
  const incomplete = join(shared, `.${name}`);
  while (!existsSync(folder)) {
    // `mkdirSync` returns undefined if the folder already exists.
    if (mkdirSync(incomplete, { recursive: true }) === undefined) {
      await waitUntil(
        `another test has made ${name}`,
        () => !existsSync(incomplete),
      );
      continue;
    }
    try {
      // Another process may have completed the folder since the check above.
      if (existsSync(folder)) break;
      await make(incomplete);
      renameSync(incomplete, folder);
    } finally {
      rmSync(incomplete, { recursive: true, force: true });
    }
  }
  return folder;
}

/**
 * Returns the folder with the generated output of a revision or of `all`
 * revisions, with optional extensions.
 */
export function getOutput(
  revision: string,
  extensions: readonly string[] = [],
): Promise<string> {
  return makeOnce([revision, ...extensions].join("+"), (out) =>
    generate({ revisions: [revision], extensions, out }),
  );
}

/** Name of the package that {@link getRuntimePackage} returns. */
export const RUNTIME_PACKAGE = "@acme/mcp-runtime";

/**
 * Returns the folder with a package that the command `mcp-codegen runtime`
 * wrote. The command takes seconds, because TypeScript compiles the runtime.
 */
export function getRuntimePackage(): Promise<string> {
  return makeOnce("runtime-package", async (out) => {
    const run = await runCli(["runtime", out, "--name", RUNTIME_PACKAGE], out);
    assert.equal([run.code, run.stderr], [0, ""]);
  });
}

/**
 * Builds the conformance server or client of a revision as one program. Returns
 * the path of the program.
 */
export async function buildExample(
  example: "conformance-server" | "conformance-client",
  revision: string,
): Promise<string> {
  const output = await getOutput(revision, getExtensions(example, revision));
  const folder = await makeOnce(`${example}-${revision}`, async (own) => {
    symlinkSync(output, join(own, revision));
    await conformanceProgram(example, revision, own);
  });
  return join(folder, `${example}-${revision}.mjs`);
}
