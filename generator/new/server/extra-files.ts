/**
 * Additional files for other programs. The option `--with` adds them to a
 * server project.
 */
import type { OutputFile } from "../../emit/context.js";
import { quote } from "../../emit/print/syntax.js";
import { newError } from "../diagnostics.js";
import type { Extra } from "../extras.js";
import type { ToolEntry } from "../manifest/listing.js";
import { templateFiles } from "../render.js";

/**
 * Scenarios of the official conformance suite that need special tools, prompts
 * or resources. A new project is expected to fail them.
 */
const BASELINE = [
  "logging-set-level",
  "completion-complete",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-with-logging",
  "tools-call-error",
  "tools-call-with-progress",
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "resources-subscribe",
  "resources-unsubscribe",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

/**
 * Returns the additional files for other programs.
 *
 * @param data Values for the project's templates.
 * @throws UserError if the files do not support the transport of the server.
 */
export function extraFiles(
  extras: readonly Extra[],
  data: {
    readonly name: string;
    readonly stdio: boolean;
    readonly registryNameJson: string;
  },
  tools: readonly ToolEntry[],
): OutputFile[] {
  if (extras.includes("bundle") && !data.stdio)
    throw newError("MCP603", "--with bundle needs a server over stdio.");
  const more = {
    ...data,
    baseline: BASELINE,
    descriptionJson: quote(`The server ${data.name}`),
    toolsJson: JSON.stringify(
      tools.map(({ name, description }) => ({ name, description })),
    ),
  };
  return extras.flatMap((extra) => templateFiles(`with/${extra}`, more));
}
