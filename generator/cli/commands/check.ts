import { defineCommand, flag, oneOf, repeated } from "../command.js";
import { EXIT } from "../terminal/io.js";
import { formatDiagnostics, jsonText } from "../terminal/report.js";
import { readFormat, usage } from "../usage-errors.js";
import { CONNECTION_OPTIONS, readConnection } from "./address.js";
import { readConfigured } from "./types.js";

/**
 * Command `check`: compares servers with the snapshots in files that `types`
 * wrote.
 */
export const checkCommand = defineCommand({
  words: ["check"],
  describe: "Report changes of servers that break callers or affect models",
  operands: {
    file: repeated(
      "Files that `types` wrote [default: the files of `servers` in the configuration]",
    ),
  },
  options: {
    strict: flag("Exit with 1 for every change, also for compatible changes"),
    update: flag(
      "Update the files of changed servers, after the changes were shown",
    ),
    format: oneOf(
      ["text", "md", "json", "sarif"],
      "Output format [default: text]",
    ),
    json: flag("Same as --format json"),
    ...CONNECTION_OPTIONS,
  },
  examples: [
    ["$0 check src/weather.ts", "Check one server"],
    ["$0 check --format sarif > drift.sarif", "Check all servers in CI"],
    ["$0 check src/weather.ts --update", "Accept the changes of a server"],
  ],
  async run(args, io) {
    const format = readFormat(args);
    const connection = await readConnection(args, io);
    const files = args.file ?? (await readConfigured()).map(({ file }) => file);
    if (files.length === 0)
      throw usage(
        "`check` needs a file, because the configuration has no `servers`.",
        "Pass a file that `mcp-codegen types` wrote, or add `servers` to the configuration.",
      );
    const { checkFiles } = await import("../../snapshot/check.js");
    const { checkSarif, checkText } = await import("../../snapshot/report.js");
    const checks = await checkFiles(files, connection, args.update);
    for (const { errors, warnings } of checks)
      io.err(formatDiagnostics([...warnings, ...errors], io.colour));
    const failed = checks.some(({ errors }) => errors.length > 0);
    const isBroken = checks.some(({ changes }) =>
      changes.some(({ verdict }) => args.strict || verdict !== "compatible"),
    );
    io.out(
      format === "json"
        ? jsonText({ ok: !failed && !isBroken, files: checks })
        : format === "sarif"
          ? jsonText(checkSarif(checks))
          : checkText(checks, format === "md"),
    );
    if (failed) return EXIT.user;
    return isBroken && !args.update ? EXIT.failed : EXIT.done;
  },
});
