/** Search for methods, types, members and tools by name and description. */
import type { Declaration, Doc, Member } from "../../generator/model/types.js";
import { membersInside } from "../../generator/model/walk.js";
import { toHash, type Route } from "../base/route.js";
import { NEWEST, REVISIONS, SERVER } from "./revision.js";
import { showSkill } from "./skills.js";

/** Search result: a view, or a section of a view. */
export interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly route: Route;
  /** Descriptions of the entry in all revisions, as one text. */
  readonly text: string;
  /**
   * Names of the revisions that have the entry, oldest first. If the entry
   * comes from a server's listing, the only item is the server's name.
   */
  readonly where: readonly string[];
}

interface Indexed extends Entry {
  readonly lowerName: string;
  readonly lowerText: string;
}

let index: readonly Indexed[] | undefined;

/**
 * Returns the entries that match the query best. Every word of the query must
 * occur in an entry.
 *
 * @param revision Results link to this revision if it has the entry, otherwise
 *   to the newest revision that has the entry.
 */
export function search(
  query: string,
  limit: number,
  revision: string | undefined,
): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  index ??= [...build()];
  const found: { readonly entry: Entry; readonly score: number }[] = [];
  for (const entry of index) {
    let score = 0;
    for (const word of words) {
      const own = scoreWord(entry, word);
      score = own === 0 ? -Infinity : score + own;
    }
    if (score > 0) found.push({ entry, score });
  }
  return found
    .sort(
      (a, b) => b.score - a.score || a.entry.name.length - b.entry.name.length,
    )
    .slice(0, limit)
    .map(({ entry }) => pickRevision(entry, revision));
}

/**
 * Returns the search result for an entry in the given revision, or in the
 * newest revision that has the entry.
 */
function pickRevision(entry: Entry, revision: string | undefined): Entry {
  const { route, where } = entry;
  if (!("revision" in route)) return entry;
  const own = where.find((name) => name === revision);
  const newest =
    where.find((name) => name === NEWEST?.name) ?? where.at(-1) ?? "";
  const at = own ?? newest;
  return { ...entry, route: { ...route, revision: at }, where: [at] };
}

/**
 * Returns the score of a word in an entry. An equal name has the highest score.
 * Lower scores, in this order: a prefix of the name, a match at a word
 * boundary, a match inside a word, and a match in the description.
 */
function scoreWord(
  { lowerName, lowerText, kind }: Indexed,
  word: string,
): number {
  const at = lowerName.indexOf(word);
  const weight = kind === "member" ? 0.6 : 1;
  if (at >= 0) {
    if (lowerName === word) return 100 * weight;
    if (at === 0) return 70 * weight;
    return (/[^a-z0-9]/.test(lowerName[at - 1] ?? "") ? 60 : 30) * weight;
  }
  return lowerText.includes(word) ? 5 * weight : 0;
}

/**
 * Yields one search entry per name. The entry contains the words of the
 * descriptions in all revisions.
 */
function* build(): Generator<Indexed> {
  const entries = new Map<string, Entry>();
  const add = (entry: Entry): void => {
    const key = `${entry.kind} ${entry.name}`;
    const known = entries.get(key);
    const isSaid = known?.text.includes(entry.text);
    const text = isSaid ? known?.text : `${known?.text ?? ""}\n${entry.text}`;
    const where = [...(known?.where ?? []), ...entry.where];
    entries.set(key, { ...entry, text: text ?? "", where });
  };
  for (const { name: revision, model, methods } of REVISIONS) {
    const where = [revision];
    const docs = new Map(
      model.declarations.map((declaration) => [
        declaration.name,
        declaration.doc,
      ]),
    );
    for (const { method, kind, declaration } of methods)
      add({
        kind,
        name: method,
        route: { view: "methods", revision, name: method },
        text: joinDoc(docs.get(declaration)),
        where,
      });
    for (const declaration of model.declarations) {
      const { name, kind } = declaration;
      const route: Route = { view: "types", revision, name };
      const shown = kind === "constant" ? "constant" : "type";
      add({
        kind: shown,
        name,
        route,
        text: joinDoc(declaration.doc),
        where,
      });
      for (const { path, member } of listMembers(declaration))
        add({
          kind: "member",
          name: path,
          route: { ...route, at: toTablePath(path.slice(name.length)) },
          text: joinDoc(member.doc),
          where,
        });
    }
  }
  for (const entry of serverEntries()) add(entry);
  for (const entry of entries.values())
    yield {
      ...entry,
      lowerName: entry.name.toLowerCase(),
      lowerText: entry.text.toLowerCase(),
    };
}

/**
 * Converts a path such as `.a["b/c"][].d` to the form that the tables show:
 * `a.b/c.d`.
 */
function toTablePath(path: string): string {
  return path
    .replace(
      /\[("(?:[^"\\]|\\.)*")\]/g,
      (_, name: string) => `.${JSON.parse(name) as string}`,
    )
    .replaceAll("[]", "")
    .replace(/^\./, "");
}

function listMembers(declaration: Declaration) {
  const { name } = declaration;
  if (declaration.kind === "constant") return [];
  const found: readonly { readonly path: string; readonly member: Member }[] =
    declaration.kind === "alias"
      ? membersInside(declaration.type, name)
      : membersInside({ kind: "object", members: declaration.members }, name);
  return found.filter(({ member }) => member.kind === "property");
}

function joinDoc(doc: Doc | undefined): string {
  return doc ? [doc.text, doc.deprecated ?? ""].join("\n").trim() : "";
}

function* serverEntries(): Generator<Entry> {
  if (!SERVER) return;
  const { listing, name: server } = SERVER;
  const lists = [
    ["tool", "tools", listing.tools, "name"],
    ["prompt", "prompts", listing.prompts, "name"],
    ["resource", "resources", listing.resources, "uri"],
    [
      "resource template",
      "templates",
      listing.resourceTemplates,
      "uriTemplate",
    ],
    ["skill", "skills", listing.skills.map(showSkill), "uri"],
  ] as const;
  for (const [kind, list, entries, key] of lists)
    for (const entry of entries as readonly Readonly<
      Record<string, unknown>
    >[]) {
      const name = String(entry[key]);
      const said = [entry["title"], entry["name"], entry["description"]];
      yield {
        kind,
        name,
        route: { view: "server", kind: list, name },
        text: said.filter((text) => typeof text === "string").join("\n"),
        where: [server],
      };
    }
}

/** Returns the link of an entry. */
export function entryHref({ route }: Entry): string {
  return toHash(route);
}
