import type { ProtocolModel } from "../model/types.js";
import { nearest } from "../support/nearest.js";
import { OUTPUTS, type OutputName } from "./context.js";
import { emitError } from "./diagnostics.js";

/** What is named on the command line, by the code of the mistake. */
const NAMED = { MCP220: "output", MCP224: "feature", MCP225: "transport" };

/** What each output imports; nothing is written that does not type-check. */
const NEEDS: Readonly<Partial<Record<OutputName, readonly OutputName[]>>> = {
  methods: ["types"],
  validators: ["types"],
  server: ["types", "methods", "validators"],
  client: ["types", "methods", "validators"],
};

/** Written when nothing is chosen: all that a program imports. */
const DEFAULT_OUTPUTS: readonly OutputName[] = OUTPUTS.filter(
  (name) => name !== "json-schema" && name !== "corpus",
);

/**
 * The outputs that `--only` asks for, with those that they import.
 *
 * @throws UserError when a name is not an output.
 */
export function selectOutputs(
  names: readonly string[],
): ReadonlySet<OutputName> {
  const asked = knownNames(names, OUTPUTS, "MCP220", DEFAULT_OUTPUTS);
  return withNeeds(asked, NEEDS);
}

/** The names with all that these need, and that needs in turn. */
export function withNeeds<Name extends string>(
  names: readonly Name[],
  needs: Readonly<Partial<Record<Name, readonly Name[]>>>,
): ReadonlySet<Name> {
  const all = new Set(names);
  // A set takes what is added while it is walked.
  for (const name of all) needs[name]?.forEach((one) => all.add(one));
  return all;
}

/**
 * Peers exchange the version: without one, nobody gets the server or the client
 * that was asked for by name.
 *
 * @throws UserError when `only` names one of them.
 */
export function requireVersion(
  model: ProtocolModel,
  only: readonly string[],
): void {
  const asked = only.filter((name) => name === "server" || name === "client");
  if (model.protocolVersion !== null || asked.length === 0) return;
  const message = `${model.source.file} has no version for ${asked.join(" and ")}.`;
  throw emitError("MCP221", message);
}

/**
 * Files of the user's own templates alone need such templates.
 *
 * @throws UserError when `only` names them and there is no folder.
 */
export function requireTemplates(
  folder: string | undefined,
  only: readonly string[],
): void {
  if (folder !== undefined || !only.includes("templates")) return;
  const message = "--only templates was given without --templates.";
  throw emitError("MCP222", message);
}

/**
 * The names, which have to be among those that there are; where none is given,
 * `all`.
 *
 * @throws UserError with the code when one is not.
 */
export function knownNames<Name extends string>(
  given: readonly string[],
  names: readonly Name[],
  code: keyof typeof NAMED,
  all = names,
): readonly Name[] {
  const known = given.map((name) => {
    const found = names.find((one) => one === name);
    if (found) return found;
    const hint = nearest(name, names);
    const question = hint ? ` Did you mean "${hint}"?` : "";
    throw emitError(code, `There is no ${NAMED[code]} "${name}".${question}`);
  });
  return known.length === 0 ? all : known;
}
