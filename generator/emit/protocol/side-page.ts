/** `server.ts` and `client.ts`: they import what their own text names. */
import { findType } from "../../model/lookup.js";
import { toolVersion } from "../../support/package.js";
import { claimExports } from "../assemble/name-clashes.js";
import { folderOf, namespaceOf } from "../facts/revision-names.js";
import { methodsName } from "../multi-version/widened-maps.js";
import { sideConstant } from "../multi-version/protocols.js";
import { modelsOf, pageOf, type EmitContext, type Page } from "../context.js";
import { codeOf, usedIn } from "../print/code.js";
import { METHOD_MAPS } from "../methods/method-maps.js";
import {
  moduleLines,
  runtimeModules,
  type ModuleNames,
} from "../print/imports.js";
import { quote } from "../print/syntax.js";
import { hasPing, infoType, type Side } from "../facts/protocol-facts.js";
import { speaksTasks, tasksOf } from "../facts/tasks.js";

/** Names of the runtime, spaces between them, where a condition holds. */
type PassedOn = readonly (string | false | undefined)[];

/**
 * What the files may use of the runtime. In this order similar code stands
 * together in a bundle, which gzip packs better.
 */
const RUNTIME = words(
  "lacking elicitRule sampleRule toolHandlers taskToolHandlers",
  "resourceHandlers promptHandlers completionHandlers completing asOne requireRuntime",
  "statelessServer statelessClient quietServer quietClient initializeServer",
  "initializeClient messageRule explainedRule optionalParamsRule paramsRule runBatch",
  "refuseBatch ErasServer ErasClient ServerCore ClientCore withShorthands",
  "laterValues HostCore HostedClient HostSettings HostOf HealthCheck AskOptions",
  "ElicitOptions Limits StateOptions OutputValidator type:ResultCache",
  "CustomHandlers CustomMethods CustomNotification CustomParams CustomRequests",
  "Handlers Peer Eras Protocol RequestOptions Transport",
  "extendHandlers withTasks extendWithTasks TaskHandle TaskRequestOptions",
  "polledToolHandlers negotiating extendWithPolledTasks withPolledTasks withAllTasks",
  "RunningTask ClientLimits UnknownValue ToolSpec ToolsSettings ResourceSpec",
  "ResourcesSettings PromptSpec PromptsSettings CompletionSpec",
  "CompletionsSettings StandardSchemaLike TemplateMatch rootHandlers",
  "RootsProvider RootsSettings samplingHandlers SamplingSpec",
  "elicitationHandlers ElicitationSpec RetryOptions suggesting",
  "CompleterOptions Suggest wrapAnswers sessionHandlers SessionHooks",
  "SessionData Principal HttpHead SchemaValue PartOf Downgrade",
);

/** Types of the schema that they may name. */
const SCHEMA_TYPES = words(
  "CallToolResult GetPromptResult Implementation LoggingLevel Prompt",
  "ReadResourceResult Resource Root Tool",
);

/** The page of a side, which passes on these names of the runtime. */
export function sidePage(
  context: EmitContext,
  side: Side,
  data: object,
  passedOn: PassedOn,
): Page {
  const { model, runtime } = context;
  const passed = words(...passedOn);
  const bare = { ...data, imports: "", reexports: "" };
  const page = pageOf(context, `${side}.ts`, bare);
  claimExports(
    model,
    page,
    passed.map((name) => name.replace(/^type:|^\w+=/, "")),
  );
  const used = usedIn(codeOf(page.under("")));
  return pageOf(context, page.path, {
    ...data,
    imports: moduleLines("import", importsOf(context, used)),
    reexports: moduleLines("export", runtimeModules(runtime, passed)),
  });
}

/** What both sides are made of: the class of the runtime and its facts. */
export function sideFacts(context: EmitContext, side: Side) {
  const name = side === "server" ? "Server" : "Client";
  const { name: constant, text: protocol } = sideConstant(context, side);
  return {
    core: context.combined ? `Eras${name}` : `${name}Core`,
    // A runtime that is not the output's own may be of another version.
    versionCheck: context.runtime.startsWith(".")
      ? ""
      : `requireRuntime(${quote(toolVersion())});\n  `,
    constant,
    protocol,
    info: infoType(context.model),
    hasPing: modelsOf(context).some(hasPing),
    hasTasks: speaksTasks(context),
    // Handlers run as tasks: of a client only where revisions have them.
    runsTasks: side === "server" ? speaksTasks(context) : tasksOf(context).core,
  };
}

/** The modules of the names that are used. */
function importsOf(
  context: EmitContext,
  used: ReadonlySet<string>,
): ModuleNames[] {
  const { model, combined, folder = "./", runtime } = context;
  const isUsed = (name: string): boolean => used.has(name);
  const methods = `${folder}methods.js`;
  const version = ["PROTOCOL_VERSION"].filter(isUsed);
  const maps = METHOD_MAPS.map(({ name }) => name)
    .filter(isUsed)
    .sort();
  const validators = combined
    ? combined.map((one) => ({
        from: `./${folderOf(one)}/validators.js`,
        names: [namespaceOf(one)],
        whole: true,
      }))
    : [
        {
          from: `${folder}validators.js`,
          names: [...used]
            .filter((name) => {
              const type = /^(?:params|shape)Of(.+)$/u.exec(name)?.[1];
              return type !== undefined && findType(model, type) !== undefined;
            })
            .sort(),
        },
      ];
  const wholeMaps = (combined ?? []).map((one) => ({
    from: `./${folderOf(one)}/methods.js`,
    names: [methodsName(one)].filter(isUsed),
    types: true,
    whole: true,
  }));
  return [
    ...runtimeModules(
      runtime,
      RUNTIME.filter((name) => isUsed(name.replace("type:", ""))),
    ),
    { from: methods, names: version },
    ...validators,
    ...wholeMaps,
    { from: methods, names: maps, types: true },
    {
      from: `${folder}types.js`,
      names: SCHEMA_TYPES.filter(isUsed),
      types: true,
    },
  ];
}

function words(...texts: PassedOn): string[] {
  return texts.flatMap((text) => (text ? text.split(" ") : []));
}
