/** Renders the files of a server project. A person edits these files later. */
import type { OutputFile } from "../../emit/context.js";
import { quote } from "../../emit/print/syntax.js";
import type { ToolEntry } from "../manifest/listing.js";
import { templateFiles } from "../render.js";
import { describeServer } from "./description.js";
import { extraFiles } from "./extra-files.js";
import type { ServerSetup } from "./setup.js";

/**
 * Properties of a server project that do not depend on its transports,
 * authorization and shared state.
 */
export interface ServerFacts {
  readonly name: string;
  /** Entry of the generator in the project's `devDependencies`. */
  readonly generator: string;
  /** Name of the file with the tool definitions. */
  readonly manifest: string;
  readonly example: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  /**
   * Whether tools can declare an output schema in the newest revision of the
   * server.
   */
  readonly structured: boolean;
  /** Whether no revision of the server has an `initialize` handshake. */
  readonly stateless: boolean;
}

/** Returns the files of a server project except its handlers. */
export function ownFiles(
  setup: ServerSetup,
  facts: ServerFacts,
  tools: readonly ToolEntry[],
): OutputFile[] {
  const { name, generator } = facts;
  const data = {
    ...facts,
    ...describeServer(setup),
    nameJson: quote(name),
    registryNameJson: quote(`io.github.your-name/${name}`),
    generatorJson: quote(generator),
  };
  const folders = [
    "project",
    "server",
    ...(setup.oauth ? ["auth"] : []),
    ...(setup.redis ? ["shared"] : []),
  ];
  return [
    ...folders.flatMap((folder) => templateFiles(folder, data)),
    ...extraFiles(setup.extras, data, tools),
  ];
}
