import yargs, { type Argv } from "yargs";
import { UserError } from "../errors.js";
import { toolVersion } from "../package.js";
import { COMMANDS, type AnyCommand } from "./all.js";
import { grammar } from "./grammar.js";
import { EXIT, type ExitCode, type Io } from "./io.js";
import { diagnosticsJson, formatDiagnostics } from "./report.js";
import { refuseOddValues, refuseRepetition, usageError } from "./usage.js";

/**
 * Runs the command line and answers its exit code; never throws.
 *
 * @param argv what follows the program's name
 */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await runCommand(argv, io);
  } catch (error) {
    return reportFailure(error, argv.includes("--json"), io);
  }
}

async function runCommand(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const parser = yargs([...argv])
    .scriptName("mcp-codegen")
    .usage(
      "$0 --rev R [--out DIR]\n\nTypeScript bindings for the Model Context Protocol, from its schema.ts.",
    )
    .version(toolVersion())
    .help()
    .alias("help", "h")
    .wrap(100)
    .parserConfiguration({
      "boolean-negation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "dot-notation": false,
    })
    .strict()
    .exitProcess(false)
    .showHelpOnFail(false)
    .check(refuseRepetition)
    .check(() => refuseOddValues(argv, grammar()))
    .fail((message, error) => {
      // yargs reports some mistakes as errors of its own.
      throw error && error.name !== "YError"
        ? error
        : usageError(message ?? error.message, argv, grammar());
    })
    .epilogue(
      "Exit codes: 0 done, 1 a check did not hold, 2 bad usage or bad input, " +
        "3 a fault of mcp-codegen, 130 interrupted.",
    );
  const add = (command: AnyCommand, to: Argv = parser): void => {
    to.command(
      command.name,
      command.describe,
      (args) => command.build(args as Argv),
      async (args) => {
        code = await command.run(args, io);
      },
    );
  };
  for (const command of COMMANDS) {
    if (!("commands" in command)) {
      add(command);
      continue;
    }
    const { name, describe, commands } = command;
    const names = commands.map((one) => String(one.name).split(" ")[0]);
    parser.command(name, describe, (args) => {
      for (const one of commands) add(one, args);
      return args.demandCommand(1, `${name}: say which: ${names.join(", ")}.`);
    });
  }
  await parser.parseAsync();
  return code;
}

function reportFailure(error: unknown, json: boolean, io: Io): ExitCode {
  if (io.signal.aborted && error === io.signal.reason) {
    io.err("Interrupted; nothing was changed.\n");
    return EXIT.interrupted;
  }
  if (error instanceof UserError) {
    if (json) io.out(diagnosticsJson(error.diagnostics));
    io.err(formatDiagnostics(error.diagnostics, io.colour));
    return EXIT.user;
  }
  io.err(
    `A fault of mcp-codegen ${toolVersion()}; please report it with what you ran.\n` +
      `${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return EXIT.internal;
}
