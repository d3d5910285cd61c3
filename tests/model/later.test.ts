/** What only later revisions know of what a client receives. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { laterTable } from "../../generator/model/history/newer-values.js";
import { modelOf } from "../support/models.js";

const test = suite("later");

function schema(lines: string): string {
  return `
export const LATEST_PROTOCOL_VERSION = "2099-01-01";
export interface AskRequest { method: "ask"; params: { up?: "a" } }
export type ClientRequest = AskRequest;
export interface TellNotification { method: "tell"; params: { level: Level } }
export type ServerNotification = TellNotification;
${lines}`;
}

/** What later ones of these revisions know, called r1, r2 and so on. */
function tableOf(...schemas: readonly string[]) {
  const models = schemas.map(
    (one, at) => [`r${at + 1}`, modelOf(one)] as const,
  );
  return laterTable(new Map(models));
}

test("kinds, enums and what came later still, by place", () => {
  const table = tableOf(
    schema(`
export type Level = "low";
export interface Text { type: "text"; text: string }
export interface Link { type: "link"; to: string }
export interface AskResult { parts: (Text | Link)[]; by: { [k: string]: Level } }`),
    schema(`
export type Level = "low" | "high";
export interface Text { type: "text"; text: string }
export interface Link { type: "link"; to: string; kind: "new" }
export interface Sound { type: "sound"; data: string }
export interface AskResult { parts: (Text | Link | Sound)[]; by: { [k: string]: Level } }`),
    schema(`
export type Level = "high" | "higher";
export interface Text { type: "text"; text: string }
export interface Film { type: "film"; data: string }
export interface AskResult { parts: (Text | Film)[]; by: { [k: string]: Level } }`),
  );
  assert.equal(table, {
    r1: {
      results: {
        ask: { "parts.*.type": ["sound", "film"], "by.*": ["high", "higher"] },
      },
      incoming: { tell: { "params.level": ["high", "higher"] } },
    },
    r2: {
      results: { ask: { "parts.*.type": ["film"], "by.*": ["higher"] } },
      incoming: { tell: { "params.level": ["higher"] } },
    },
    r3: { results: {}, incoming: {} },
  });
});

test("what a client sends is no matter", () => {
  const rest = 'export type Level = "l"; export interface AskResult {}';
  const older = schema(rest);
  const table = tableOf(older, older.replace('"a"', '"a" | "b"'));
  assert.equal(table["r1"], { results: {}, incoming: {} });
});

test.run();
