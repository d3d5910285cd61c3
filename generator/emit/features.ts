/**
 * Resolves the options `--features` and `--transports`, which select what
 * `server.ts` and `client.ts` contain.
 */
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
import { parseNames, addRequired } from "./select.js";

/**
 * For each feature or transport, the other features and transports that it
 * requires.
 */
const REQUIRED_FEATURES: Readonly<
  Partial<Record<Feature, readonly Feature[]>>
> = {
  tasks: ["tools"],
  // A host is a client of several servers. It merges the lists of its servers,
  // and connects to them over stdio or HTTP.
  host: ["tools", "prompts", "resources", "stdio", "sse"],
  oauth: ["http"],
  shared: ["http"],
  sse: ["http"],
};

/**
 * Features that are left out of the side (server or client) that a project uses
 * only in its tests. Exception: tests of a server with OAuth need `oauth`.
 */
const UNTESTED_FEATURES: readonly Feature[] = ["host", "oauth", "shared"];

/**
 * Feature of a method if it differs from the first segment of the method name.
 * For example, `completion/complete` belongs to the feature `completions`, and
 * `notifications/message` to `logging`.
 */
const FEATURE_BY_WORD: Readonly<Record<string, Feature>> = {
  completion: "completions",
  message: "logging",
};

/**
 * Returns the selected features and transports of each side (server and
 * client). Returns undefined (everything is included) if both options are empty
 * and no project is generated.
 *
 * @param project Side that the generated project implements. Only the project's
 *   tests, which connect in memory, use the opposite side.
 * @throws UserError if a feature or a transport does not exist.
 */
export function selectFeatures(
  features: readonly string[] = [],
  transports: readonly string[] = [],
  project?: Side,
): FeaturesBySide | undefined {
  if (features.length + transports.length === 0 && !project) return undefined;
  const named = parseNames(features, FEATURES, "MCP224");
  const own = parseNames(transports, TRANSPORTS, "MCP225");
  const all = addRequired([...named, ...own], REQUIRED_FEATURES);
  // If only the tests of a project use a side (server or client), this side has
  // only the memory transport, and lacks the features in `UNTESTED_FEATURES`.
  const tested = FEATURES.filter(
    (feature) => !UNTESTED_FEATURES.includes(feature) && all.has(feature),
  );
  // Tests of a server with OAuth need a client that signs in.
  const signsIn = project === "server" && all.has("oauth");
  const reached = signsIn
    ? (["memory", "oauth"] as const)
    : (["memory"] as const);
  const peer = project
    ? addRequired([...tested, ...reached], REQUIRED_FEATURES)
    : all;
  return project === "client"
    ? { server: peer, client: all }
    : { server: all, client: peer };
}

/**
 * Returns the context for generating `server.ts` or `client.ts`. Its models
 * lack the methods of unselected features, so no code is generated for these
 * methods.
 */
export function selectMethods(context: EmitContext, side: Side): EmitContext {
  const { chosen, model, combined } = context;
  if (!chosen) return context;
  const view = getFilter(chosen[side]);
  return { ...context, model: view(model), combined: combined?.map(view) };
}

/**
 * Returns a function that removes the methods of unselected features from a
 * model. The filtered models are cached, because emitters compare models by
 * identity.
 */
const getFilter = memoizeByObject((chosen: FeatureSet) =>
  memoizeByObject((model: ProtocolModel): ProtocolModel => ({
    ...model,
    methods: model.methods.filter(({ method }) => {
      const [word = ""] = method.replace(/^notifications\//, "").split("/");
      const name = FEATURE_BY_WORD[word] ?? word;
      return FEATURES.every(
        (feature) => feature !== name || chosen.has(feature),
      );
    }),
  })),
);
