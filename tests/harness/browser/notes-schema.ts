/**
 * Two versions of a small schema. Together they contain each kind of
 * declaration, method and change that the explorer shows.
 */
import { explore } from "../../../generator/explore/explore.js";

const OLDER = `
/** Version of the schema. */
export const LATEST_PROTOCOL_VERSION = "1";
/** The note is locked. */
export const NOTE_LOCKED = -32001;
export type RequestId = string | number;
/** Color of a note. */
export type Color = "red" | "green" | "a color with a long name" | "another color with a long name";
export interface Result { _meta?: { [key: string]: unknown }; [key: string]: unknown }
export interface Base { /** Title for people. */ title: string }
/** Text with a {@link Color}. */
export interface Note extends Base {
  color?: Color;
  size: number;
  /** @deprecated Use \`title\`. */
  label?: string;
  gone?: boolean;
}
/** Asks for a note. */
export interface GetNoteRequest { method: "notes/get"; params: { id: RequestId } }
export interface GetNoteResult extends Result { note: Note }
export interface DropNoteRequest { method: "notes/drop"; params?: { id: RequestId } }
export interface EmptyResult extends Result {}
export interface PingRequest { method: "ping" }
export interface ChangedNotification { method: "notifications/changed"; params?: { id: string } }
export type ClientRequest = PingRequest | GetNoteRequest | DropNoteRequest;
export type ServerRequest = PingRequest;
export type ServerNotification = ChangedNotification;
export type ClientNotification = ChangedNotification;
export type ServerResult = GetNoteResult | EmptyResult;
export type ClientResult = EmptyResult;
`;

const NEWER = `
/** Version of the schema. */
export const LATEST_PROTOCOL_VERSION = "2";
/** The note is locked, see {@link Note.color}. */
export const NOTE_LOCKED = -32002;
export const NOTE_MISSING = -32003;
export type RequestId = string | number;
/**
 * Color of a note.
 * @category Notes
 */
export type Color = "red" | "green" | "blue" | "a color with a long name" | "another color with a long name";
export interface Result { _meta?: { [key: string]: unknown }; [key: string]: unknown }
/** @category Notes */
export interface Base {
  /**
   * Title for people.
   * @minLength 1
   * @maxLength 40
   */
  title: string;
}
/**
 * Text with a {@link Color}.
 *
 * # Rules
 *
 * - \`Color\` is **not** _required_
 * - see [the rules](https://example.com/rules)
 *
 * @category Notes
 */
export interface Note extends Base {
  color: Color;
  /**
   * @minimum 1
   * @default 3
   * @TJS-type number
   */
  size?: number;
  /** @deprecated Use \`title\` of {@link Base}. */
  label?: string;
  readonly kind: "note";
  /** Places of the note. */
  places: {
    /** @format uri */
    url: string;
    at?: { line: number }[];
    /** Member that examples contain at one depth, but not below. */
    outer: { description?: string; inner: { description?: string } };
  }[];
  code?: typeof NOTE_LOCKED;
  tags?: (Color | null)[];
  owner?: Person | Team;
  "x/extra"?: Record<string, Omit<Base, "title">>;
  [key: string]: unknown;
}
export interface Person { kind: "person"; /** @pattern ^[a-z]+$ */ name: string }
export interface Team { kind: "team"; names: string[] }
export interface Names { [name: string]: string }
/** @deprecated */
export interface OldNote { old?: Partial<Base> & Names }
/** Owner of a note. */
export type Owner = Person | Team;
/** Asks for a note. */
export interface GetNoteRequest {
  method: "notes/get";
  params: { id: RequestId; filter?: { color?: Color } };
}
export interface GetNoteResult extends Result { note: Note; owner: Owner }
/**
 * Reports progress.
 * @deprecated Send notifications/changed.
 */
export interface MovedNotification { method: "notifications/moved"; params: Person | Team }
export interface AskRequest { method: "ask"; params: { message: string } }
export interface AskResult extends Result { answer: string }
export interface EmptyResult extends Result {}
/** Checks that the other side answers. */
export interface PingRequest { method: "ping" }
export interface ChangedNotification { method: "notifications/changed"; params?: { id: string } }
export type ClientRequest = PingRequest | GetNoteRequest;
export type ServerRequest = PingRequest | AskRequest;
export type ServerNotification = ChangedNotification | MovedNotification;
export type ClientNotification = ChangedNotification;
export type ServerResult = GetNoteResult | EmptyResult;
export type ClientResult = AskResult | EmptyResult;
`;

/** Returns the explorer page of the schemas `1.ts` and `2.ts`. */
export function notesPage(): string {
  const sources = [OLDER, NEWER].map((text, at) => ({
    text,
    file: `${at + 1}.ts`,
    revision: null,
    commit: null,
  }));
  return explore(sources).html;
}
