/** What a server's runtime has to know of the questions to its client. */
import type { ProtocolModel } from "../../model/types.js";
import { offersOf } from "../client/features.js";
import { fromRuntime, type Modules } from "../print/imports.js";
import type { LayoutMembers } from "../print/object-layout.js";
import { asksForInput, requestsOf, type Side } from "./protocol-facts.js";

/** A rule that the text of the specification has beside the types. */
interface QuestionRule {
  readonly method: string;
  readonly name: string;
  /** Module of `runtime/features`. */
  readonly module: string;
  /** Part of a capability without which there is nothing to hold. */
  readonly needs?: string;
}

const RULES: readonly QuestionRule[] = [
  { method: "elicitation/create", name: "elicitRule", module: "elicit" },
  {
    method: "sampling/createMessage",
    name: "sampleRule",
    module: "sample",
    needs: "sampling.tools",
  },
];

/** Members of `PROTOCOL` about what a side asks. */
export function questionMembers(
  model: ProtocolModel,
  side: Side,
): LayoutMembers {
  return lacksParts(model, side) ? [["lacking", "lacking"]] : [];
}

/** The rules of the runtime for what a side asks, by method. */
export function questionRules(
  model: ProtocolModel,
  side: Side,
): ReadonlyMap<string, string> {
  return new Map(
    rulesOf(model, side).map(({ method, name }) => [method, name]),
  );
}

/** What these name of the runtime. */
export function questionImports(
  models: readonly ProtocolModel[],
  side: Side,
  runtime: string,
): Modules {
  const { values } = fromRuntime(runtime);
  const rules = new Set(models.flatMap((model) => rulesOf(model, side)));
  return [
    models.some((one) => lacksParts(one, side)) &&
      values("lifecycle/questions", "lacking"),
    ...[...rules].map(({ name, module }) => values(`features/${module}`, name)),
  ];
}

function rulesOf(model: ProtocolModel, side: Side): QuestionRule[] {
  if (side === "client") return [];
  const offers = offersOf(model);
  return RULES.filter(
    ({ method, needs }) =>
      asksForInput(model, [method]) && (!needs || offers.includes(needs)),
  );
}

/** Whether requests that a side sends may need parts of capabilities. */
function lacksParts(model: ProtocolModel, side: Side): boolean {
  return (
    side === "server" &&
    requestsOf(model, side).length > 0 &&
    offersOf(model).length > 0
  );
}
