import {
  defineCommand,
  flag,
  requiredText,
  SHARED_OPTIONS,
} from "../command.js";
import { checkPackageName } from "../usage-errors.js";

/**
 * Command `runtime`: writes the runtime as a package. Generated code imports
 * this package if `--runtime` names it.
 */
export const runtimeCommand = defineCommand({
  words: ["runtime"],
  describe: "Write the runtime as a package that several outputs import",
  operands: { dir: requiredText("Folder to write the package to") },
  options: {
    name: requiredText("Name of the package, such as @acme/mcp-runtime"),
    check: flag("Write nothing; report missing, unexpected and changed files"),
    force: flag(
      "Overwrite edited files; allow an output folder with other files",
    ),
    json: SHARED_OPTIONS.json,
  },
  examples: [
    [
      "$0 runtime packages/mcp-runtime --name @acme/mcp-runtime",
      "Then generate with --runtime @acme/mcp-runtime",
    ],
  ],
  async run({ dir, name, check, force, json }, io) {
    const [{ writeRuntime }, { reportGeneration }] = await Promise.all([
      import("../../pipeline/runtime.js"),
      import("./generate/report.js"),
    ]);
    const outcome = await writeRuntime(dir, checkPackageName("--name", name), {
      mode: check ? "check" : "write",
      force,
      signal: io.signal,
    });
    return reportGeneration(outcome, { json, verbose: false }, io);
  },
});
