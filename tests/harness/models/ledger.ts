/**
 * Known differences between our JSON Schema and upstream's schema.json, with
 * reasons. Tests revert these differences and expect equal documents. The tests
 * fail if a listed difference no longer exists.
 */
import type { JsonSchema } from "../../../generator/emit/json-schema/annotations.js";
import { jsonSchemaFingerprint } from "../../../scripts/revision/json-schema-fingerprint.js";

export interface LedgerRow {
  readonly revisions: readonly string[];
  /** JSON Pointer to the value that differs. */
  readonly pointer: string;
  readonly upstream: unknown;
  readonly ours: unknown;
  readonly reason: string;
}

const FORM_NUMBERS =
  "An answer to a form field of type number (NumberSchema) need not be an integer";

const STRINGS = { items: { type: "string" }, type: "array" };
const NESTED = [
  { $ref: "#/$defs/JSONObject" },
  { items: { $ref: "#/$defs/JSONValue" }, type: "array" },
];

const LEDGER: readonly LedgerRow[] = [
  {
    revisions: ["2025-06-18"],
    pointer:
      "/definitions/ElicitResult/properties/content/additionalProperties",
    upstream: { type: ["string", "integer", "boolean"] },
    ours: { type: ["string", "number", "boolean"] },
    reason: FORM_NUMBERS,
  },
  {
    revisions: ["2025-11-25", "2026-07-28", "draft"],
    pointer:
      "/$defs/ElicitResult/properties/content/additionalProperties/anyOf",
    upstream: [STRINGS, { type: ["string", "integer", "boolean"] }],
    ours: [STRINGS, { type: ["string", "number", "boolean"] }],
    reason: FORM_NUMBERS,
  },
  {
    revisions: ["2026-07-28", "draft"],
    pointer: "/$defs/JSONValue/anyOf",
    upstream: [...NESTED, { type: ["string", "integer", "boolean"] }],
    ours: [...NESTED, { type: ["string", "number", "boolean", "null"] }],
    reason: "JSON has fractions and null, and the declaration names null",
  },
  {
    revisions: ["2026-07-28", "draft"],
    pointer: "/$defs/ClientNotification",
    upstream: {
      properties: {
        jsonrpc: { const: "2.0", type: "string" },
        method: { const: "notifications/cancelled", type: "string" },
        params: { $ref: "#/$defs/CancelledNotificationParams" },
      },
      required: ["jsonrpc", "method", "params"],
      type: "object",
    },
    ours: { $ref: "#/$defs/CancelledNotification" },
    reason:
      "An alias of one type refers to it, as EmptyResult does; the copy says the same",
  },
];

/** Returns the known differences of a revision. */
export function getLedger(revision: string): readonly LedgerRow[] {
  return LEDGER.filter(({ revisions }) => revisions.includes(revision));
}

/**
 * Returns a copy of our document. For each given difference, upstream's value
 * replaces ours.
 *
 * @throws Error when the document does not contain our value of a difference.
 */
export function undoLedger(
  document: JsonSchema,
  rows: readonly LedgerRow[],
): JsonSchema {
  const copy = structuredClone(document);
  for (const { pointer, upstream, ours } of rows) {
    const { parent, key } = locate(copy, pointer);
    if (!isSame(parent[key], ours))
      throw new Error(
        `The document has another value at ${pointer} than the row of the ledger. Update or delete the row.`,
      );
    parent[key] = upstream;
  }
  return copy;
}

/**
 * Returns a copy of the JSON Schema without `deprecated`, which upstream omits.
 */
export function withoutDeprecated(document: JsonSchema): JsonSchema {
  const text = JSON.stringify(document, (key, value: unknown) =>
    key === "deprecated" && value === true ? undefined : value,
  );
  return JSON.parse(text) as JsonSchema;
}

function isSame(a: unknown, b: unknown): boolean {
  const [first, second] = [a, b].map((value) =>
    jsonSchemaFingerprint({ anyOf: [value].flat() }),
  );
  return first === second;
}

function locate(
  document: JsonSchema,
  pointer: string,
): { parent: Record<string, unknown>; key: string } {
  const keys = pointer.slice(1).split("/");
  const key = keys.pop() ?? "";
  let parent = document as Record<string, unknown>;
  for (const step of keys)
    parent = (parent[step] ?? {}) as Record<string, unknown>;
  return { parent, key };
}
