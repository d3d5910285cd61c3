import { errorsOf } from "../support/errors.js";

/** Recordings that can not be checked at all. */
export const trafficError = errorsOf({
  MCP500: {
    title: "Not a recording",
    cause: "Recorded traffic is lines of UTF-8 text, with a message in each.",
    fix: "Pass JSON lines, or a log with one JSON-RPC message a line.",
  },
  MCP501: {
    title: "No such recording",
    cause: "The path leads to nothing that can be read.",
    fix: "Pass the path of a recording, or - for standard input.",
  },
  MCP502: {
    title: "No message in the recording",
    cause: "No line has a JSON-RPC message in a form that is known.",
    fix: "Write one message a line. For one JSON document over many lines: jq -c '.[]' FILE | mcp-codegen validate -",
  },
  MCP503: {
    title: "Revision is not known",
    cause:
      "The answer to initialize, each stateless request, or a header of HTTP says which version was spoken; a recording may begin after that.",
    fix: "Name it: --rev R.",
  },
  MCP504: {
    title: "Another version was spoken",
    cause: "The recording says so itself.",
    fix: "Name the revision that was spoken, or none: the recording says which.",
  },
});
