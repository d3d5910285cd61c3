/**
 * Creates the files of a client that is typed for one server:
 * `src/generated/api.ts` and the types of the server's tools.
 */
import { UriTemplate } from "../../../runtime/features/resources/uri-template.js";
import { objectKey, propertyKey, quote } from "../../emit/print/syntax.js";
import type { ProtocolModel } from "../../model/types.js";
import { fitListing } from "../manifest/fit.js";
import {
  NOTHING,
  type Listing,
  type PromptEntry,
  type ToolEntry,
} from "../manifest/listing.js";
import { doc, valueText } from "../literal.js";
import { fileNames } from "../names.js";
import type { ProjectFiles } from "../project.js";
import { renderNew } from "../render.js";
import {
  hasStructuredOutput,
  toolEntries,
  toolModules,
} from "../server/tool-files.js";

/**
 * Returns the files with typed calls for a server's tools, prompts and resource
 * templates.
 */
export async function apiFiles(
  listing: Listing,
  model: ProtocolModel,
): Promise<ProjectFiles> {
  const { warnings, ...fitting } = fitListing(
    { ...NOTHING, tools: listing.tools.map(getContract) },
    model,
  );
  const { tools } = fitting.listing;
  const names = fileNames(tools.map(({ name }) => name));
  const modules = await toolModules(tools, names, "client");
  const typed = getEntryTypes(listing);
  const templateUris = typed.templates.map(({ uriTemplate }) => uriTemplate);
  const leftOut = listing.resourceTemplates
    .filter(({ uriTemplate }) => !templateUris.includes(uriTemplate))
    .map(({ uriTemplate }) => `resource template ${uriTemplate}`);
  const text = renderNew("generated/api.ts", {
    structured: hasStructuredOutput(model),
    tools: toolEntries(tools, names),
    ...typed,
    promptArguments: valueText(
      Object.fromEntries(
        listing.prompts.map((prompt) => [
          prompt.name,
          (prompt.arguments ?? []).map(({ name, required }) => ({
            name,
            required: required === true,
          })),
        ]),
      ),
    ),
    templateUris: valueText(templateUris),
    leftOut: valueText([...listing.leftOut, ...leftOut]),
  });
  return {
    files: [{ path: "api.ts", text }, ...modules.files],
    warnings: [...warnings, ...modules.warnings],
  };
}

/** Returns a tool with only the members on which callers depend. */
function getContract(tool: ToolEntry): ToolEntry {
  const { name, description, inputSchema, outputSchema } = tool;
  return {
    name,
    inputSchema,
    ...(description !== undefined && { description }),
    ...(outputSchema && { outputSchema }),
  };
}

/**
 * Returns the template data for the prompts, resources and resource templates
 * of a listing. Resource templates without a valid URI template are left out.
 */
export function getEntryTypes({
  prompts,
  resources,
  resourceTemplates,
}: Listing) {
  return {
    prompts: prompts.map((prompt) => ({
      key: propertyKey(prompt.name),
      doc: doc(prompt.description),
      args: promptArguments(prompt),
    })),
    templates: resourceTemplates.flatMap(({ uriTemplate, description }) => {
      const variables = getVariablesType(uriTemplate);
      if (variables === undefined) return [];
      const key = propertyKey(uriTemplate);
      return [{ uriTemplate, key, doc: doc(description), variables }];
    }),
    resourceUris: resources.map(({ uri }) => quote(uri)).join(" | ") || "never",
  };
}

function promptArguments({ arguments: given = [] }: PromptEntry): string {
  const members = given.map(
    ({ name, required, description }) =>
      `${doc(description)}\n${objectKey(name)}${required === true ? "" : "?"}: string;`,
  );
  return `{ ${members.join("\n")} }`;
}

/**
 * Returns the type of the variables in a URI template, or undefined if the
 * template has no variables.
 */
function getVariablesType(key: string): string | undefined {
  let parts: UriTemplate["parts"];
  try {
    ({ parts } = new UriTemplate(key));
  } catch {
    return undefined;
  }
  const names = parts.flatMap((part) =>
    typeof part === "string" ? [] : part.variables.map(({ name }) => name),
  );
  const members = [...new Set(names)].map(
    (name) => `${propertyKey(name)}: string | readonly string[];`,
  );
  return `{ ${members.join(" ")} }`;
}
