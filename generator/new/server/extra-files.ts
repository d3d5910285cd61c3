/**
 * Additional files for other programs. The option `--with` adds them to a
 * server project.
 */
import type { OutputFile } from "../../emit/context.js";
import { quote } from "../../emit/print/syntax.js";
import type { Extra } from "../extras.js";
import type { ToolEntry } from "../manifest/listing.js";
import { templateFiles } from "../render.js";

/**
 * Scenarios of the official conformance suite that need special tools, prompts
 * or resources. A new project is expected to fail them.
 */
const BASELINE = [
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
 * Returns the scenarios that a project is expected to fail. They are the
 * scenarios in `BASELINE`, and the scenario of each list that the project
 * lacks. The scenario of the tool list is also expected to fail if a tool has
 * no description.
 */
function getBaseline(
  { prompts, resources }: { prompts: boolean; resources: boolean },
  tools: readonly ToolEntry[],
): string[] {
  const isDescribed = tools.every(({ description }) => description);
  return [
    ...(tools.length > 0 && isDescribed ? [] : ["tools-list"]),
    ...(resources ? [] : ["resources-list"]),
    ...(prompts ? [] : ["prompts-list"]),
    ...BASELINE,
  ];
}

/**
 * Returns the additional files for other programs.
 *
 * @param data Values for the project's templates.
 */
export function extraFiles(
  extras: readonly Extra[],
  data: {
    readonly name: string;
    readonly prompts: boolean;
    readonly resources: boolean;
  },
  tools: readonly ToolEntry[],
): OutputFile[] {
  const more = {
    ...data,
    baseline: getBaseline(data, tools),
    descriptionJson: quote(`The server ${data.name}`),
    toolsJson: JSON.stringify(
      tools.map(({ name, description }) => ({ name, description })),
    ),
  };
  return extras.flatMap((extra) => templateFiles(`with/${extra}`, more));
}
