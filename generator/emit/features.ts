/** Resolves `--features` and `--transports` for `server.ts` and `client.ts`. */
import { memoizeByObject } from "../model/util/memoize.js";
import type { ProtocolModel } from "../model/types.js";
import {
  FEATURES,
  TRANSPORTS,
  type FeatureSet,
  type FeaturesBySide,
  type EmitContext,
  type Feature,
  type Side,
} from "./context.js";
import { knownNames, withNeeds } from "./select.js";

/** Features and transports that a feature or a transport requires. */
const NEEDS: Readonly<Partial<Record<Feature, readonly Feature[]>>> = {
  tasks: ["tools"],
  // A host merges the lists of its servers, and connects to them over stdio or
  // HTTP.
  host: ["tools", "prompts", "resources", "stdio", "sse"],
  oauth: ["http"],
  shared: ["http"],
  sse: ["http"],
};

/** Features of a project that the side for its tests does not need. */
const NOT_TESTED: readonly Feature[] = ["host", "oauth", "shared"];

/**
 * First segments of method names that differ from the name of their feature.
 */
const OTHER_WORDS: Readonly<Record<string, Feature>> = {
  completion: "completions",
  message: "logging",
};

/**
 * Returns the selected features and transports of each side. Returns undefined
 * if nothing was selected, which includes everything.
 *
 * @param project Side that the generated project implements. The other side is
 *   used only by the tests of the project, which connect in memory.
 * @throws UserError if a feature or a transport does not exist.
 */
export function selectFeatures(
  features: readonly string[] = [],
  transports: readonly string[] = [],
  project?: Side,
): FeaturesBySide | undefined {
  if (features.length + transports.length === 0 && !project) return undefined;
  const named = knownNames(features, FEATURES, "MCP224");
  const own = knownNames(transports, TRANSPORTS, "MCP225");
  const all = withNeeds([...named, ...own], NEEDS);
  // Only a client can be a host, and tests need only the memory transport.
  const tested = FEATURES.filter(
    (one) => !NOT_TESTED.includes(one) && all.has(one),
  );
  // Tests of a server with OAuth need a client that signs in.
  const signsIn = project === "server" && all.has("oauth");
  const reached = signsIn
    ? (["memory", "oauth"] as const)
    : (["memory"] as const);
  const peer = project ? withNeeds([...tested, ...reached], NEEDS) : all;
  return project === "client"
    ? { server: peer, client: all }
    : { server: all, client: peer };
}

/**
 * Returns the context for the file of a side. Its models lack the methods of
 * features that are not selected, so no code is generated for them.
 */
export function selectMethods(context: EmitContext, side: Side): EmitContext {
  const { chosen, model, combined } = context;
  if (!chosen) return context;
  const view = viewsOf(chosen[side]);
  return { ...context, model: view(model), combined: combined?.map(view) };
}

/**
 * Models with only the methods of selected features. Cached, because emitters
 * compare models by identity.
 */
const viewsOf = memoizeByObject((chosen: FeatureSet) =>
  memoizeByObject((model: ProtocolModel): ProtocolModel => ({
    ...model,
    methods: model.methods.filter(({ method }) => {
      const [word = ""] = method.replace(/^notifications\//, "").split("/");
      const name = OTHER_WORDS[word] ?? word;
      return FEATURES.every((one) => one !== name || chosen.has(one));
    }),
  })),
);
