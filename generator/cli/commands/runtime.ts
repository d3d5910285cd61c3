import { defineCommand, flag, required, SHARED_OPTIONS } from "../command.js";
import { packageName } from "../usage-errors.js";

/** Writes the runtime as a package, for `--runtime`. */
export const runtimeCommand = defineCommand({
  words: ["runtime"],
  describe: "The runtime as a package, which several outputs import",
  operands: { dir: required("Folder of the package") },
  options: {
    name: required("Name of the package: @acme/mcp-runtime, ..."),
    check: flag("Write nothing; show what is missing, unexpected or changed"),
    force: flag("Overwrite what was edited by hand; write among others' files"),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    [
      "$0 runtime packages/mcp-runtime --name @acme/mcp-runtime",
      "Then: --rev 2025-06-18 --runtime @acme/mcp-runtime",
    ],
  ],
  async run({ dir, name, check, force, json }, io) {
    const [{ writeRuntime }, { reportGeneration }] = await Promise.all([
      import("../../pipeline/runtime.js"),
      import("./generate/report.js"),
    ]);
    const outcome = await writeRuntime(dir, packageName("--name", name), {
      mode: check ? "check" : "write",
      force,
      signal: io.signal,
    });
    return reportGeneration(outcome, { json, verbose: false }, io);
  },
});
