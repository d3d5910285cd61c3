import { createErrors } from "../support/errors.js";

/** Diagnostics for recordings that cannot be checked at all. */
export const trafficError = createErrors({
  MCP500: {
    title: "Not a recording",
    cause: "A recording is UTF-8 text with one message per line.",
    fix: "Pass JSON lines, or a log with one JSON-RPC message per line.",
  },
  MCP501: {
    title: "No such recording",
    cause: "There is no readable file at this path.",
    fix: "Pass the path of a recording, or - for standard input.",
  },
  MCP502: {
    title: "No message in the recording",
    cause: "No line contains a JSON-RPC message in a known form.",
    fix: "Write one message per line. To convert a JSON document with an array of messages: jq -c '.[]' FILE | mcp-codegen validate -",
  },
  MCP503: {
    title: "Unknown protocol version",
    cause:
      "The recording does not contain the protocol version. It may start after the message or HTTP header that names the version.",
    fix: "Pass the revision with --rev R.",
  },
  MCP504: {
    title: "Recording uses another version",
    cause:
      "A message in the recording names another protocol version than --rev.",
    fix: "Pass the revision of the recording with --rev, or leave out --rev to detect it.",
  },
});
