import type { ProtocolModel } from "../model/types.js";
import type { Side } from "./facts/protocol-facts.js";

/** Everything that `--only` can name. */
export const OUTPUTS = [
  "types",
  "methods",
  "validators",
  "server",
  "client",
  "runtime",
  "index",
  "json-schema",
  "corpus",
  "templates",
] as const;

/** One of the outputs, as `--only` names it. */
export type OutputName = (typeof OUTPUTS)[number];

/** Everything that `--features` can name. */
export const FEATURES = [
  "tools",
  "prompts",
  "resources",
  "completions",
  "logging",
  "sampling",
  "elicitation",
  "roots",
  "tasks",
  "host",
  "oauth",
  "shared",
] as const;

/** Everything that `--transports` can name. */
export const TRANSPORTS = ["stdio", "http", "sse", "memory"] as const;

/** One of what `server.ts` and `client.ts` may offer. */
export type Offer = (typeof FEATURES)[number] | (typeof TRANSPORTS)[number];

/** The features and transports that a side offers, with all that they need. */
export type Choice = ReadonlySet<Offer>;

/** The same of both sides. */
export type Choices = Readonly<Record<Side, Choice>>;

/** One generated file: path relative to the revision's folder, `/` separated. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** A file but for its header; revisions of the same content share it. */
export interface Page {
  /** Relative to the revision's folder, `/` separated. */
  readonly path: string;
  /** The whole text; the header is a complete block comment. */
  readonly under: (header: string) => string;
}

/** What each emitter is given: the model and how the output is laid out. */
export interface EmitContext {
  readonly model: ProtocolModel;
  /** Where the runtime is, seen from the revision's files: a folder or a package. */
  readonly runtime: string;
  /** Where the revision's files are, seen from the one that is made: `./`. */
  readonly folder?: string;
  /** The revisions of a file that speaks several, newest first. */
  readonly combined?: readonly ProtocolModel[] | undefined;
  /** Those that are written: they hold shapes of `validators.ts`. */
  readonly sides?: readonly Side[] | undefined;
  /** What `server.ts` and `client.ts` offer; everything without. */
  readonly chosen?: Choices | undefined;
  /** Fills a template of `templates/bindings` (or the user's of that name). */
  readonly render: (template: string, data: object) => string;
}

/** The revisions that a file speaks, newest first. */
export function modelsOf({
  model,
  combined,
}: EmitContext): readonly ProtocolModel[] {
  return combined ?? [model];
}

/** Whether the file of a side offers it. */
export function offers(
  { chosen }: Pick<EmitContext, "chosen">,
  side: Side,
  offer: Offer,
): boolean {
  return chosen?.[side].has(offer) ?? true;
}

/** What the template of that name makes of the data. */
export function pageOf(
  { render }: Pick<EmitContext, "render">,
  path: string,
  data: object,
): Page {
  return { path, under: (header) => render(path, { header, ...data }) };
}
