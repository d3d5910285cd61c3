/**
 * Tools, prompts and resources of all servers of a host, under names that are
 * unique in the host.
 */
import { McpError } from "../json-rpc/messages/errors.js";
import {
  joinName,
  joinToolName,
  joinUri,
  splitName,
  splitUri,
} from "./names.js";
import { providerSchema } from "./provider-schema.js";
import type { ListedItem, ListName } from "./fetch-lists.js";
import type { NamePart } from "./names.js";
import type { HostedServer } from "./server.js";

export class Catalog {
  readonly #servers: ReadonlyMap<string, HostedServer>;

  constructor(servers: ReadonlyMap<string, HostedServer>) {
    this.#servers = servers;
  }

  get tools(): readonly ListedItem[] {
    return [...this.#servers.values()].flatMap(({ name: server, lists }) =>
      lists.tools.map((original) => ({
        ...original,
        name: joinToolName(server, String(original.name)),
        inputSchema: providerSchema(original.inputSchema),
        server,
        original,
      })),
    );
  }

  get prompts(): readonly ListedItem[] {
    return this.#all("prompts", "name", joinName);
  }

  get resources(): readonly ListedItem[] {
    return this.#all("resources", "uri", joinUri);
  }

  get resourceTemplates(): readonly ListedItem[] {
    return this.#all("resourceTemplates", "uriTemplate", joinUri);
  }

  /**
   * Returns the server and the original name of a tool. If the tool is no
   * longer listed, splits the unique name at its separator. Throws an error if
   * the name cannot be split, for example because `joinToolName` has shortened
   * it.
   */
  findTool(joined: string): NamePart {
    for (const { name: server, lists } of this.#servers.values())
      for (const { name } of lists.tools)
        if (joinToolName(server, String(name)) === joined)
          return { server, name: String(name) };
    return requireNamePart(splitName(joined), joined);
  }

  /** Returns the server and the original URI of a resource. */
  findResource(joined: string): NamePart {
    return requireNamePart(splitUri(joined), joined);
  }

  /** Returns the server and the original name of a prompt. */
  findPrompt(joined: string): NamePart {
    return requireNamePart(splitName(joined), joined);
  }

  /**
   * Returns the items that all servers list, such as all tools. In each item,
   * `name` or `uri` is replaced by the item's unique name or URI in the host.
   */
  #all(
    list: ListName,
    member: string,
    join: (server: string, name: string) => string,
  ): readonly ListedItem[] {
    return [...this.#servers.values()].flatMap(({ name, lists }) =>
      lists[list].map((item) => ({
        ...item,
        [member]: join(name, String(item[member])),
      })),
    );
  }
}

function requireNamePart(found: NamePart | undefined, name: string): NamePart {
  if (found) return found;
  throw new McpError(
    -32602,
    `No server has a tool, prompt or resource named ${name}`,
  );
}
