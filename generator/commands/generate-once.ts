import type { ChosenOptions, GenerateArgs } from "./generate-options.js";
import { startProgress, type ExitCode, type Io } from "./io.js";

/** Generates, and says what was done. */
export async function runOnce(
  { options: chosen, configFiles }: ChosenOptions,
  args: GenerateArgs,
  io: Io,
): Promise<ExitCode> {
  // Loaded here so that --help does not wait for the parser.
  const [{ generate }, { reportGeneration, upToDateText }] = await Promise.all([
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
    const code = reportGeneration(outcome, args.json, io);
    if (io.argv && !args.json && !args.watch && configFiles.length === 0) {
      const { rememberRun } = await import("../start/remember.js");
      rememberRun(io.argv, options, outcome, upToDateText(outcome.plan));
    }
    return code;
  } finally {
    progress.end();
  }
}
