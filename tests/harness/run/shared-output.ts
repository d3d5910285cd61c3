/**
 * What tests make of the generator's output, once for all files of a run: the
 * runner gives them one folder, and a file that runs alone has its own.
 */
import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import {
  conformanceProgram,
  getExtensions,
} from "../../../scripts/conformance-program.js";
import { generate } from "../../../generator/pipeline/generate.js";
import { temporaryFolder } from "../program/folders.js";

const shared = process.env["MCP_TESTS_MADE"] ?? temporaryFolder();
let made = 0;

/** The folder of that name, which nobody changes once `make` has filled it. */
export async function once(
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(shared, name);
  if (existsSync(folder)) return folder;
  const own = join(shared, `.${process.pid}-${++made}`);
  mkdirSync(own);
  await make(own);
  try {
    renameSync(own, folder);
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true });
  }
  return folder;
}

/** The output for a revision, or for `all`; with extensions, if there are some. */
export function outputOf(
  revision: string,
  extensions: readonly string[] = [],
): Promise<string> {
  return once([revision, ...extensions].join("+"), (out) =>
    generate({ revisions: [revision], extensions, out }),
  );
}

/** An example of the conformance suite as a program for a revision. */
export async function exampleOf(
  example: "conformance-server" | "conformance-client",
  revision: string,
): Promise<string> {
  const output = await outputOf(revision, getExtensions(example, revision));
  const folder = await once(`${example}-${revision}`, async (own) => {
    symlinkSync(output, join(own, revision));
    await conformanceProgram(example, revision, own);
  });
  return join(folder, `${example}-${revision}.mjs`);
}
