/** What `--features` and `--transports` come to, for `server.ts` and `client.ts`. */
import { once } from "../model/util/memoize.js";
import type { ProtocolModel } from "../model/types.js";
import {
  FEATURES,
  TRANSPORTS,
  type Choice,
  type EmitContext,
  type Offer,
} from "./context.js";
import { knownName } from "./select.js";

/** What a feature or a transport is made of: it brings that along. */
const NEEDS: Readonly<Partial<Record<Offer, readonly Offer[]>>> = {
  tasks: ["tools"],
  // It brings together what servers list, and starts or reaches them.
  host: ["tools", "prompts", "resources", "stdio", "sse"],
  sse: ["http"],
};

/** The feature that a method is of, by the first word of its name. */
const FEATURE_OF: Readonly<Record<string, Offer>> = {
  tools: "tools",
  prompts: "prompts",
  resources: "resources",
  completion: "completions",
  logging: "logging",
  message: "logging",
  sampling: "sampling",
  elicitation: "elicitation",
  roots: "roots",
  tasks: "tasks",
};

/**
 * The choice that the names make; undefined where nothing is chosen, which is
 * everything.
 *
 * @throws UserError when there is no such feature or transport.
 */
export function selectOffers(
  features: readonly string[] = [],
  transports: readonly string[] = [],
): Choice | undefined {
  if (features.length + transports.length === 0) return undefined;
  const chosen = new Set<Offer>();
  const add = (offer: Offer): void => {
    chosen.add(offer);
    NEEDS[offer]?.forEach(add);
  };
  (features.length === 0
    ? FEATURES
    : features.map((name) => knownName(name, FEATURES, "MCP224"))
  ).forEach(add);
  (transports.length === 0
    ? TRANSPORTS
    : transports.map((name) => knownName(name, TRANSPORTS, "MCP225"))
  ).forEach(add);
  return chosen;
}

/**
 * The context as `server.ts` and `client.ts` are to see it: without the methods
 * of features that are not offered, nothing of them is written.
 */
export function ofChoice(context: EmitContext): EmitContext {
  const { chosen, model, combined } = context;
  if (!chosen) return context;
  const { one, several } = viewsOf(chosen);
  return {
    ...context,
    model: one(model),
    combined: combined && several(combined),
  };
}

/** Models that only have what is chosen: the same whoever asks. */
const viewsOf = once((chosen: Choice) => {
  const one = once((model: ProtocolModel): ProtocolModel => ({
    ...model,
    methods: model.methods.filter(({ method }) => {
      const [word = ""] = method.replace(/^notifications\//, "").split("/");
      const feature = FEATURE_OF[word];
      return feature === undefined || chosen.has(feature);
    }),
  }));
  return {
    one,
    several: once((models: readonly ProtocolModel[]) => models.map(one)),
  };
});
