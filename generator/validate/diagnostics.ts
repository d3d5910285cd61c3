import { createErrors } from "../support/errors.js";

/** Diagnostics for recordings that cannot be checked at all. */
export const trafficError = createErrors({
  MCP500: {
    title: "File is not a text file with messages",
    cause:
      "A recording must be a UTF-8 text file with one message on each line, but the given file is not a text file.",
    fix: "Pass a text file with one JSON-RPC message per line, such as a file in the format JSON Lines.",
  },
  MCP501: {
    title: "Recording does not exist",
    cause: "The given path is not the path of a readable file.",
    fix: "Pass the path of a recording, or - for standard input.",
  },
  MCP502: {
    title: "Recording contains no message",
    cause:
      "No line of the recording contains a JSON-RPC message in a known format.",
    fix: "Write one message per line. Convert a JSON document with an array of messages with: jq -c '.[]' FILE | mcp-codegen validate -",
  },
  MCP503: {
    title: "Protocol version of the recording is unknown",
    cause:
      "No message in the recording names the protocol version. The recording may have started too late to contain the message or HTTP header that names the version.",
    fix: "Pass the protocol version of the recording with --rev R.",
  },
  MCP504: {
    title: "Recording and --rev differ in version",
    cause:
      "A message in the recording names another protocol version than --rev.",
    fix: "Pass the revision of the recording with --rev, or leave out --rev to detect the revision.",
  },
});
