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

test("kinds, enums and what came later still, by place", () => {
  const table = laterTable(
    new Map([
      [
        "r1",
        modelOf(
          schema(`
export type Level = "low";
export interface Text { type: "text"; text: string }
export interface Link { type: "link"; to: string }
export interface AskResult { parts: (Text | Link)[]; by: { [k: string]: Level } }`),
        ),
      ],
      [
        "r2",
        modelOf(
          schema(`
export type Level = "low" | "high";
export interface Text { type: "text"; text: string }
export interface Link { type: "link"; to: string; kind: "new" }
export interface Sound { type: "sound"; data: string }
export interface AskResult { parts: (Text | Link | Sound)[]; by: { [k: string]: Level } }`),
        ),
      ],
      [
        "r3",
        modelOf(
          schema(`
export type Level = "high" | "higher";
export interface Text { type: "text"; text: string }
export interface Film { type: "film"; data: string }
export interface AskResult { parts: (Text | Film)[]; by: { [k: string]: Level } }`),
        ),
      ],
    ]),
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
  const ask = (up: string): string =>
    schema('export type Level = "l"; export interface AskResult {}').replace(
      '"a"',
      up,
    );
  const table = laterTable(
    new Map([
      ["r1", modelOf(ask('"a"'))],
      ["r2", modelOf(ask('"a" | "b"'))],
    ]),
  );
  assert.equal(table["r1"], { results: {}, incoming: {} });
});

test.run();
