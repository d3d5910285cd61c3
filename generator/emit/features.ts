/** What `--features` and `--transports` come to, for `server.ts` and `client.ts`. */
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

/** What a feature or a transport is made of: it brings that along. */
const NEEDS: Readonly<Partial<Record<Feature, readonly Feature[]>>> = {
  tasks: ["tools"],
  // It brings together what servers list, and starts or reaches them.
  host: ["tools", "prompts", "resources", "stdio", "sse"],
  oauth: ["http"],
  shared: ["http"],
  sse: ["http"],
};

/** What the other side of a project has no part in. */
const NOT_TESTED: readonly Feature[] = ["host", "oauth", "shared"];

/** Methods of a feature whose first word is not its name. */
const OTHER_WORDS: Readonly<Record<string, Feature>> = {
  completion: "completions",
  message: "logging",
};

/**
 * What the names come to; undefined where nothing is chosen, which is everything.
 *
 * @param project The side that a project is. The other is there for its tests,
 *   which reach it in memory.
 * @throws UserError when there is no such feature or transport.
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
  // Only a client can be a host, and tests need no way but memory.
  const tested = FEATURES.filter(
    (one) => !NOT_TESTED.includes(one) && all.has(one),
  );
  // Whether a server lets in who signs in is shown by one who does.
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
 * The context as the file of a side is to see it: without the methods
 * of features that are not offered, nothing of them is written.
 */
export function selectMethods(context: EmitContext, side: Side): EmitContext {
  const { chosen, model, combined } = context;
  if (!chosen) return context;
  const view = viewsOf(chosen[side]);
  return { ...context, model: view(model), combined: combined?.map(view) };
}

/** Models that only have what is chosen: the same whoever asks. */
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
