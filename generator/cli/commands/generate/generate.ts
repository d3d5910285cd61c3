import { defineCommand } from "../../command.js";
import { runOnce } from "./once.js";
import { GENERATE_OPTIONS, type GenerateArgs } from "./arguments.js";
import { chooseOptions } from "./options.js";
import type { ExitCode, Io } from "../../terminal/io.js";
import { usage } from "../../usage-errors.js";

/** The default command: bindings for one revision, several, or a file. */
export const generateCommand = defineCommand({
  words: ["generate"],
  describe: "Generate bindings",
  operands: {},
  options: GENERATE_OPTIONS,
  examples: [
    ["$0 --rev 2025-06-18", "Bindings into out/2025-06-18"],
    ["$0 --rev draft --out src/mcp", "Upstream's draft into src/mcp"],
    ["$0 --rev all --check", "Is every file in out/ current?"],
    ["$0 --schema ./schema.ts --only types", "Types of a fork"],
  ],
  run,
});

async function run(args: GenerateArgs, io: Io): Promise<ExitCode> {
  if (args.check && args["dry-run"])
    throw usage("--check and --dry-run do not go together.");
  if (args.watch) {
    const { watchGenerate } = await import("./watch.js");
    return watchGenerate(args, io);
  }
  return runOnce(await chooseOptions(args), args, io);
}
