import type { GenerateArgs } from "./arguments.js";
import type { ChosenOptions } from "./options.js";
import { withProgress, type ExitCode, type Io } from "../../terminal/io.js";

/** Generates, and reports what was done. */
export async function runOnce(
  { options }: ChosenOptions,
  args: GenerateArgs,
  io: Io,
): Promise<ExitCode> {
  // Loaded here so that --help does not wait for the parser.
  const [{ generate }, { reportGeneration }] = await Promise.all([
    import("../../../jobs/generate.js"),
    import("./report.js"),
  ]);
  const outcome = await withProgress(io, (onProgress) =>
    generate({ ...options, signal: io.signal, onProgress }),
  );
  return reportGeneration(outcome, args, io);
}
