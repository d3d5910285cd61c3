/** Two small protocols compared, for tests of the comparison. */
import { diffModels } from "../../../generator/model/diff/diff.js";
import type { Change } from "../../../generator/model/diff/diff.js";
import type { ProtocolModel } from "../../../generator/model/types.js";
import { blocksOf } from "../run/cases.js";
import { modelOf } from "./models.js";

/** Down travels to clients, Up to servers, Both both ways, None nowhere. */
const BASE = `
export interface Request { method: string; params?: { [key: string]: unknown } }
export interface Result { [key: string]: unknown }
export interface ClientCapabilities { roots?: { listChanged?: boolean } }
export interface ServerCapabilities { tools?: { listChanged?: boolean } }
export interface AskRequest extends Request { method: "ask"; params: { up: Up; both: Both } }
export interface AskResult extends Result { down: Down; both: Both }
`;
const UNIONS = "export type ClientRequest = AskRequest;";

/** The model of BASE with a few lines more, or in place of its own. */
function parse(lines: string): ProtocolModel {
  const types = ["Up", "Down", "Both", "None"]
    .filter((name) => !new RegExp(`(interface|type) ${name}\\b`).test(lines))
    .map((name) => `export interface ${name} {}`);
  const union = /type ClientRequest\b/.test(lines) ? "" : UNIONS;
  return modelOf([BASE, ...types, lines, union].join("\n"));
}

/** `CS kind path: before => after`, C and S where a client or server breaks. */
function shown({ kind, path, before, after, breaks }: Change): string {
  const marks = `${breaks.client ? "C" : "-"}${breaks.server ? "S" : "-"}`;
  return `${marks} ${kind} ${path}: ${before ?? ""} => ${after ?? ""}`.trim();
}

/** What {@link shown} says of all changes. */
export function diff(older: string, newer: string): string[] {
  return diffModels(parse(older), parse(newer)).map(shown);
}

/** Below each `# title` the older lines, the newer, and the changes, one a line. */
export function rowsOf(
  text: string,
): readonly [title: string, older: string, newer: string, changes: string[]][] {
  return blocksOf(text).map(([title, older = "", newer = "", ...changes]) => [
    title,
    older,
    newer,
    changes,
  ]);
}

export const MORE = `interface MoreRequest { method: "more" } interface MoreResult {}`;
