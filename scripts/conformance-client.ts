/**
 * Runs the example client for the conformance suite of MCP. The last argument
 * is the URL of the server, and environment variables contain the scenario, as
 * the suite requires.
 *
 *     npm run -s conformance:client -- [--rev 2025-11-25] URL
 */
import { pathToFileURL } from "node:url";
import { readArguments } from "./arguments.js";
import { conformanceProgram } from "./conformance-program.js";

const USAGE = "npm run -s conformance:client -- [--rev 2025-11-25] URL";

const { values, positionals } = readArguments(USAGE, {
  options: { rev: { type: "string" } },
  allowPositionals: true,
});
const revision =
  values.rev ?? process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? "2025-11-25";
const program = await conformanceProgram("conformance-client", revision);
process.argv = [...process.argv.slice(0, 2), ...positionals];
await import(pathToFileURL(program).href);
