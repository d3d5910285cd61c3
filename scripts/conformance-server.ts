/**
 * Starts the example server of the conformance suite for any revision. Prints
 * the URL of the server when the server is listening.
 *
 *     npm run -s conformance:server -- --rev 2025-11-25 --port 3000
 *         [--transport stdio|http|sse] [--shared redis://127.0.0.1:6379]
 */
import { pathToFileURL } from "node:url";
import { readArguments } from "./arguments.js";
import { conformanceProgram } from "./conformance-program.js";

const USAGE =
  "npm run -s conformance:server -- [--rev 2025-11-25] [--port 0] [--transport stdio|http|sse] [--shared redis://127.0.0.1:6379]";

const { values } = readArguments(USAGE, {
  options: {
    rev: { type: "string", default: "2025-11-25" },
    port: { type: "string", default: "0" },
    transport: { type: "string", default: "http" },
    shared: { type: "string" },
  },
});
const program = await conformanceProgram("conformance-server", values.rev);
process.argv = [
  ...process.argv.slice(0, 2),
  "--port",
  values.port,
  "--transport",
  values.transport,
  ...(values.shared ? ["--shared", values.shared] : []),
];
await import(pathToFileURL(program).href);
