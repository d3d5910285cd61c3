/**
 * Schemas of everyday tools, with flat arguments, choices, ranges and short
 * lists. Each schema has a valid and an invalid value.
 */
import type { SchemaCase } from "./cases.js";

const TEXT = { type: "string" };
const DAY = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" };
const page = { type: "integer", minimum: 1, default: 1 };

export const EVERYDAY: readonly SchemaCase[] = [
  {
    name: "weather",
    schema: {
      type: "object",
      properties: {
        city: { type: "string", minLength: 1, maxLength: 100 },
        country: { type: "string", pattern: "^[A-Z]{2}$" },
        units: { enum: ["metric", "imperial", "standard"] },
        days: { type: "integer", minimum: 1, maximum: 16 },
      },
      required: ["city"],
      additionalProperties: false,
    },
    valid: { city: "Koper", country: "SI", units: "metric", days: 5 },
    invalid: { city: "Ljubljana", country: "SI", units: "kelvin", days: 5 },
  },
  {
    name: "web search",
    schema: {
      type: "object",
      properties: {
        query: { type: "string", minLength: 1, description: "Words to find" },
        count: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        language: { type: "string", enum: ["en", "de", "fr", "es", "ja"] },
        safe: { type: "boolean" },
        sites: { type: "array", items: TEXT, maxItems: 20 },
      },
      required: ["query"],
    },
    valid: {
      query: "typescript discriminated unions",
      count: 10,
      language: "en",
      safe: true,
      sites: ["typescriptlang.org", "developer.mozilla.org"],
    },
    invalid: { query: "typescript", count: 100, language: "en", safe: true },
  },
  {
    name: "read file",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", minLength: 1 },
        offset: { type: "integer", minimum: 0 },
        limit: { type: "integer", exclusiveMinimum: 0 },
        encoding: { enum: ["utf8", "latin1", "base64"] },
      },
      required: ["path"],
      additionalProperties: false,
    },
    valid: { path: "/home/me/notes/today.md", offset: 0, limit: 200 },
    invalid: { offset: 0, limit: 200 },
  },
  {
    name: "edit file",
    schema: {
      type: "object",
      properties: {
        path: TEXT,
        dryRun: { type: "boolean", default: false },
        edits: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: { oldText: TEXT, newText: TEXT },
            required: ["oldText", "newText"],
            additionalProperties: false,
          },
        },
      },
      required: ["path", "edits"],
      additionalProperties: false,
    },
    valid: {
      path: "src/index.ts",
      edits: [
        { oldText: "const port = 80;", newText: "const port = 8080;" },
        { oldText: "listen(80)", newText: "listen(port)" },
        { oldText: "// TODO", newText: "" },
      ],
    },
    invalid: {
      path: "src/index.ts",
      edits: [
        { oldText: "const port = 80;", newText: "const port = 8080;" },
        { oldText: "listen(80)", newtext: "listen(port)" },
      ],
    },
  },
  {
    name: "create issue",
    schema: {
      type: "object",
      properties: {
        owner: { type: "string", pattern: "^[A-Za-z0-9-]{1,39}$" },
        repo: { type: "string", pattern: "^[\\w.-]+$", maxLength: 100 },
        title: { type: "string", minLength: 1, maxLength: 256 },
        body: { type: ["string", "null"] },
        labels: { type: "array", items: TEXT, uniqueItems: true },
        assignees: { type: "array", items: TEXT, maxItems: 10 },
        milestone: { anyOf: [{ type: "integer" }, { type: "null" }] },
      },
      required: ["owner", "repo", "title"],
    },
    valid: {
      owner: "octo-org",
      repo: "hello.world",
      title: "The login page shows an empty form",
      body: "Steps to reproduce: open the page twice, then sign in.",
      labels: ["bug", "frontend", "p2"],
      assignees: ["mona"],
      milestone: null,
    },
    invalid: {
      owner: "octo-org",
      repo: "hello.world",
      title: "The login page shows an empty form",
      labels: ["bug", "frontend", "bug"],
      milestone: "next",
    },
  },
  {
    name: "list commits",
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        repository: { type: "string", pattern: "^[^/\\s]+/[^/\\s]+$" },
        sha: { type: "string", pattern: "^[0-9a-f]{7,40}$" },
        since: DAY,
        until: DAY,
        page,
        perPage: { type: "integer", minimum: 1, maximum: 100 },
      },
      required: ["repository"],
      additionalProperties: false,
    },
    valid: {
      repository: "nodejs/node",
      sha: "1f2e3d4c5b6a",
      since: "2025-01-31",
      until: "2025-03-01",
      page: 2,
      perPage: 100,
    },
    invalid: { repository: "nodejs/node", since: "31 Jan 2025", page: 2 },
  },
  {
    name: "send mail",
    schema: {
      type: "object",
      properties: {
        to: {
          type: "array",
          items: { type: "string", format: "email" },
          minItems: 1,
          maxItems: 50,
        },
        cc: { type: "array", items: TEXT },
        subject: { type: "string", maxLength: 998 },
        body: { type: "object", additionalProperties: TEXT, minProperties: 1 },
        priority: { enum: ["low", "normal", "high"] },
      },
      required: ["to", "subject", "body"],
      additionalProperties: false,
    },
    valid: {
      to: ["ada@example.com", "grace@example.com"],
      cc: ["linus@example.com"],
      subject: "Minutes of the meeting",
      body: { text: "Dear all, the minutes are attached. Best regards, Alan" },
      priority: "normal",
    },
    invalid: { to: [], subject: "Minutes of the meeting", body: {} },
  },
  {
    name: "take screenshot",
    schema: {
      type: "object",
      properties: {
        url: { type: "string", format: "uri" },
        width: { type: "integer", minimum: 320, maximum: 3840 },
        height: { type: "integer", minimum: 240, maximum: 2160 },
        scale: { type: "number", multipleOf: 0.5, maximum: 3 },
        format: { const: "png" },
        fullPage: { type: "boolean" },
      },
      required: ["url"],
      additionalProperties: false,
    },
    valid: {
      url: "https://example.com/a/page?with=query",
      width: 1280,
      height: 800,
      scale: 1.5,
      format: "png",
      fullPage: true,
    },
    invalid: { url: "https://example.com", width: "1280", height: 800 },
  },
  {
    name: "translate",
    schema: {
      type: "object",
      properties: {
        text: { type: "string", maxLength: 5000 },
        from: { type: "string", minLength: 2, maxLength: 5 },
        to: { type: "string", minLength: 2, maxLength: 5 },
        glossary: { type: "object", additionalProperties: TEXT },
      },
      required: ["text", "to"],
    },
    valid: {
      text: "Größe und Gewicht ändern sich – aber nicht das Maß 😀.",
      from: "de",
      to: "en",
      glossary: { Größe: "size", Gewicht: "weight", Maß: "measure" },
    },
    invalid: { text: "Größe", from: "de", to: "e", glossary: { Größe: 1 } },
  },
  {
    name: "convert currency",
    schema: {
      type: "object",
      properties: {
        amount: { type: "number", exclusiveMinimum: 0 },
        from: { type: "string", enum: ["USD", "EUR", "GBP", "JPY", "CHF"] },
        to: { type: "string", enum: ["USD", "EUR", "GBP", "JPY", "CHF"] },
        date: DAY,
      },
      required: ["amount", "from", "to"],
      additionalProperties: false,
    },
    valid: { amount: 129.95, from: "EUR", to: "CHF", date: "2025-06-30" },
    invalid: { amount: 0, from: "EUR", to: "CHF", date: "2025-06-30" },
  },
];
