/** Handlers of a server that publishes skills. */
import { createContents } from "../features/resources/files.js";
import { resourceHandlers } from "../features/resources/resources.js";
import { getMimeType } from "../features/resources/mime-types.js";
import {
  createEntries,
  createFeature,
  createHandler,
  createListHandler,
  getVisibleEntries,
  useEntry,
} from "../features/entries.js";
import { getPage } from "../features/paginate.js";
import { BAD_PARAMS } from "../json-rpc/constants.js";
import { McpError } from "../json-rpc/messages/errors.js";
import { sortedJson } from "../json-rpc/messages/messages.js";
import { attempt, chain } from "../json-rpc/promises.js";
import { every, unref } from "../limits/timer.js";
import { Changes, withControls } from "../protocol/handlers/changes.js";
import { digestFile, type SkillLimits } from "./skill.js";
import { folderSource, loadSkills, memorySource, toPath } from "./source.js";
import type { EntriesSettings, ModuleEntries } from "../features/entries.js";
import type { Call } from "../protocol/connection/call.js";
import type { ListedSkill, SkillFiles } from "./source.js";

/** Options of `skills`. */
export interface SkillsOptions
  extends SkillLimits, Pick<EntriesSettings, "access" | "pageSize"> {
  /**
   * Whether clients may list the files and folders of a skill with
   * `resources/directory/read`.
   *
   * @default false
   */
  readonly directoryRead?: boolean | undefined;
  /**
   * Milliseconds between two checks for changed files in the folder. With 0,
   * the skills are read again only by `reload`, and when a client reads a file
   * that has changed.
   *
   * @default 2_000
   */
  readonly watchMs?: number | undefined;
  /**
   * Callback invoked with the reason why a skill is left out.
   *
   * @default console.error
   */
  readonly onError?: ((error: Error) => void) | undefined;
}

type Parts = readonly ModuleEntries<{ readonly shown: ListedSkill }>[];
type UriParams = { readonly uri: string; readonly cursor?: string };

/**
 * Returns the handlers that publish the skills of a folder or of files in
 * memory.
 *
 * @throws Error if the folder cannot be read, for example because it is a file.
 */
export async function skillHandlers(
  from: string | SkillFiles,
  settings: SkillsOptions = {},
): Promise<object> {
  const { access, pageSize, directoryRead, watchMs = 2_000 } = settings;
  const { onError = (error: Error) => console.error(error.message) } = settings;
  const isFolder = typeof from === "string";
  const source = isFolder ? await folderSource(from) : memorySource(from);
  let state = "";
  let started = 0;
  let applied = 0;
  let reloading: Promise<void> | undefined;

  const read = async (uri: string): Promise<object | undefined> => {
    for (const isOutdated of [false, true, true]) {
      // A file that does not match its entry has changed since the last reload.
      // In this case, reload and try again. Requests that arrive during the
      // reload wait for the same reload. A second reload follows, because the
      // first may have read the file before the change.
      if (isOutdated)
        await (reloading ??= reload().finally(() => (reloading = undefined)));
      const file = [...entries.values()]
        .flatMap(({ shown }) => shown.resources)
        .find((file) => file.uri === uri);
      if (!file) return undefined;
      const path = toPath(uri);
      const bytes = await source.read(path, file.size).catch(() => undefined);
      if (bytes && (await digestFile(bytes)) === file.digest)
        return { contents: [createContents(uri, getMimeType(path), bytes)] };
    }
    return undefined;
  };
  // A skill and its files have the same access check: `access` always receives
  // the URI of the skill.
  const accessByKey: typeof access =
    access &&
    ((key, caller) => access(key.replace("{+path}", "SKILL.md"), caller));
  const resources = resourceHandlers({}, { access: accessByKey });
  const { entries, controls } = createEntries(
    new Changes("", ""),
    {},
    (_uri, shown: ListedSkill) => ({ shown }),
    { access },
  );
  const reload = async (isForced = true): Promise<void> => {
    const turn = (started += 1);
    const files = await source.list();
    const listed = JSON.stringify([...files]);
    if (!isForced && listed === state) return;
    const next = await loadSkills(source, files, settings, (path, cause) => {
      const text = `The skill ${path} is left out: ${cause.message}`;
      onError(new Error(text, { cause }));
    });
    // Ignore the loaded skills if a later reload has already finished.
    if (turn < applied) return;
    applied = turn;
    state = listed;
    const changed = [...new Set([...entries.keys(), ...next.keys()])].filter(
      (uri) =>
        sortedJson(entries.get(uri)?.shown) !== sortedJson(next.get(uri)),
    );
    for (const uri of changed) {
      const entry = next.get(uri);
      if (entry) controls.set(uri, entry);
      else controls.remove(uri);
    }
    // A skill in the folder of another skill is added first, because the first
    // resource template that matches a URI is used. The URI of the inner skill
    // is longer, and a change of the inner skill also changes the outer skill.
    for (const uri of changed.sort((a, b) => b.length - a.length)) {
      const { name, description } = next.get(uri)?.frontmatter ?? {};
      const mimeType = "text/markdown";
      const template = uri.replace(/SKILL\.md$/, "{+path}");
      resources.remove(template);
      if (name === undefined) resources.remove(uri);
      else {
        resources.set(template, { name, read });
        resources.set(uri, { name, description, mimeType, read });
      }
    }
  };
  await reload();
  // File system events do not report changes in network folders and in some
  // containers, so the files are checked at intervals.
  const check = () => attempt(() => reload(false), onError);
  const timer = watchMs > 0 && isFolder && unref(every(watchMs, check));

  const list = (parts: Parts) => createListHandler(parts, "skills", pageSize);
  const get = (parts: Parts) => (params: UriParams, ctx: Call) =>
    useEntry(
      parts,
      params.uri,
      ctx,
      ({ shown }) => ({ skill: shown }),
      () => createUnknownError(params),
    );
  const readFolder = (parts: Parts) => createFolderReader(parts, pageSize);
  const handlers = {
    ...resources,
    ...createFeature({
      "skills/list": createHandler(entries, list),
      "skills/get": createHandler(entries, get),
      ...(directoryRead === true && {
        "resources/directory/read": createHandler(entries, readFolder),
      }),
    }),
  };
  return withControls(handlers, {
    reload: () => reload(),
    close: () => timer && clearInterval(timer),
  });
}

/** Returns the handler of `resources/directory/read`. */
function createFolderReader(parts: Parts, pageSize: number | undefined) {
  return (params: UriParams, ctx: Call) => {
    const { uri, cursor } = params;
    const folder = uri.replace(/\/?$/, "/");
    // A cursor contains the URI of a child of its folder.
    const last = cursor?.replace(/^\d+\./, "") ?? folder;
    if (last.slice(0, last.lastIndexOf("/") + 1) !== folder)
      throw new McpError(BAD_PARAMS, "Invalid cursor");
    return chain(getVisibleEntries(parts, ctx), (visible) => {
      const children = new Map<string, object>();
      for (const file of visible.flatMap(([, { shown }]) => shown.resources)) {
        if (!file.uri.startsWith(folder)) continue;
        const [part = "", below] = file.uri.slice(folder.length).split("/");
        const [uri, name] = [folder + part, decodeURIComponent(part)];
        const size = below === undefined && { size: file.size };
        const mimeType = size ? getMimeType(name) : "inode/directory";
        children.set(uri, { uri, name, mimeType, ...size });
      }
      if (children.size === 0) throw createUnknownError(params);
      const all = [...children].sort(([a], [b]) => (a < b ? -1 : 1));
      const keyOf = ([uri]: readonly [string, object]) => uri;
      const { items, ...rest } = getPage(all, cursor, keyOf, "", pageSize);
      return { resources: items.map(([, child]) => child), ...rest };
    });
  };
}

function createUnknownError({ uri }: UriParams): McpError {
  return new McpError(BAD_PARAMS, `Unknown skill or folder: ${uri}`, { uri });
}
