/** What a server's runtime has to know of the questions to its client. */
import type { ProtocolModel } from "../../model/types.js";
import {
  asksForInput,
  offersOf,
  requestsOf,
  type Side,
} from "./protocol-facts.js";

/** A rule that the text of the specification has beside the types. */
interface QuestionRule {
  readonly method: string;
  readonly name: string;
  /** Part of a capability without which there is nothing to hold. */
  readonly needs?: string;
}

const RULES: readonly QuestionRule[] = [
  { method: "elicitation/create", name: "elicitRule" },
  {
    method: "sampling/createMessage",
    name: "sampleRule",
    needs: "sampling.tools",
  },
];

/** The rules of the runtime for what a side asks, by method. */
export function questionRules(
  model: ProtocolModel,
  side: Side,
): ReadonlyMap<string, string> {
  return new Map(
    rulesOf(model, side).map(({ method, name }) => [method, name]),
  );
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
export function lacksParts(model: ProtocolModel, side: Side): boolean {
  return (
    side === "server" &&
    requestsOf(model, side).length > 0 &&
    offersOf(model).length > 0
  );
}
