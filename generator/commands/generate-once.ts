import type { ChosenOptions, GenerateArgs } from "./generate-options.js";
import { startProgress, type ExitCode, type Io } from "./io.js";

/** Generates, and says what was done. */
export async function runOnce(
  { options: chosen }: ChosenOptions,
  args: GenerateArgs,
  io: Io,
): Promise<ExitCode> {
  // Loaded here so that --help does not wait for the parser.
  const [{ generate }, { reportGeneration }] = await Promise.all([
    import("../generate.js"),
    import("./generate-report.js"),
  ]);
  const progress = startProgress(io);
  try {
    const options = {
      ...chosen,
      signal: io.signal,
      onProgress: (text: string) => progress.say(text),
    };
    const outcome = await generate(options);
    progress.end();
    return reportGeneration(outcome, args.json, io);
  } finally {
    progress.end();
  }
}
