/**
 * Schemas of structured results and of documents, with recursion, maps,
 * combined schemas and longer lists. Each schema has a valid and an invalid
 * value.
 */
import type { SchemaCase } from "./cases.js";

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const COUNT = { type: "integer", minimum: 0 };

const hit = (index: number) => ({
  id: `doc-${index}`,
  title: `Result number ${index}`,
  url: `https://example.com/docs/${index}`,
  score: 1 / (index + 1),
  tags: ["docs", index % 2 ? "guide" : "reference"],
});
const reading = (index: number) => ({
  at: 1_750_000_000 + 60 * index,
  sensor: index % 3 ? "indoor" : "outdoor",
  celsius: 20 + index / 8,
  ok: index !== 7,
});
const list = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

export const RESULTS: readonly SchemaCase[] = [
  {
    name: "folder tree",
    schema: {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          properties: {
            name: { type: "string", minLength: 1 },
            type: { enum: ["file", "folder"] },
            size: COUNT,
            children: { type: "array", items: { $ref: "#/$defs/node" } },
          },
          required: ["name", "type"],
          additionalProperties: false,
        },
      },
    },
    valid: {
      name: "src",
      type: "folder",
      children: [
        { name: "index.ts", type: "file", size: 1200 },
        {
          name: "lib",
          type: "folder",
          children: [{ name: "a.ts", type: "file", size: 10 }],
        },
      ],
    },
    invalid: {
      name: "src",
      type: "folder",
      children: [
        { name: "lib", type: "folder", children: [{ name: "", type: "file" }] },
      ],
    },
  },
  {
    name: "deploy a container",
    schema: {
      type: "object",
      properties: {
        image: { type: "string", pattern: "^[a-z0-9./-]+(:[\\w.-]+)?$" },
        replicas: { type: "integer", minimum: 0, maximum: 50 },
        env: {
          type: "object",
          patternProperties: { "^[A-Z_][A-Z0-9_]*$": TEXT },
          additionalProperties: false,
        },
        ports: {
          type: "array",
          items: { type: "integer", minimum: 1, maximum: 65535 },
          uniqueItems: true,
        },
        resources: {
          type: "object",
          properties: {
            cpu: { type: "string", pattern: "^\\d+m?$" },
            memory: { type: "string", pattern: "^\\d+(Ki|Mi|Gi)$" },
          },
        },
      },
      required: ["image"],
      dependentRequired: { replicas: ["resources"] },
      additionalProperties: false,
    },
    valid: {
      image: "registry.example.com/team/api:v1.2.3",
      replicas: 3,
      env: { NODE_ENV: "production", PORT: "8080", LOG_LEVEL: "info" },
      ports: [8080, 9090],
      resources: { cpu: "500m", memory: "256Mi" },
    },
    invalid: {
      image: "registry.example.com/team/api:v1.2.3",
      replicas: 3,
      env: { NODE_ENV: "production", "log-level": "info" },
      ports: [8080, 99999],
    },
  },
  {
    name: "user profile",
    schema: {
      type: "object",
      $defs: {
        named: {
          type: "object",
          properties: { id: { type: "integer" }, name: TEXT },
          required: ["id", "name"],
        },
        dated: {
          type: "object",
          properties: { created: TEXT, updated: TEXT },
        },
      },
      allOf: [{ $ref: "#/$defs/named" }, { $ref: "#/$defs/dated" }],
      properties: {
        email: { type: "string", format: "email" },
        roles: {
          type: "array",
          items: { enum: ["admin", "editor", "viewer"] },
        },
      },
      unevaluatedProperties: false,
    },
    valid: {
      id: 42,
      name: "Ada Lovelace",
      created: "2024-01-01T00:00:00Z",
      email: "ada@example.com",
      roles: ["editor", "viewer"],
    },
    invalid: { id: 42, name: "Ada Lovelace", mail: "ada@example.com" },
  },
  {
    name: "search results",
    schema: {
      type: "object",
      properties: {
        total: COUNT,
        next: { type: ["string", "null"] },
        results: {
          type: "array",
          items: {
            type: "object",
            properties: {
              id: TEXT,
              title: TEXT,
              url: { type: "string", format: "uri" },
              score: { type: "number", minimum: 0, maximum: 1 },
              tags: { type: "array", items: TEXT },
            },
            required: ["id", "title", "url"],
          },
        },
      },
      required: ["total", "results"],
    },
    valid: { total: 124, next: "c2Vjb25k", results: list(10, hit) },
    invalid: {
      total: 124,
      results: [...list(9, hit), { ...hit(9), score: 2 }],
    },
  },
  {
    name: "sensor readings",
    schema: {
      type: "array",
      items: {
        type: "object",
        properties: {
          at: { type: "integer" },
          sensor: { enum: ["indoor", "outdoor"] },
          celsius: { type: "number", minimum: -80, maximum: 80 },
          ok: { type: "boolean" },
        },
        required: ["at", "sensor", "celsius"],
        additionalProperties: false,
      },
    },
    valid: list(40, reading),
    invalid: [...list(20, reading), { at: "now", sensor: "indoor" }],
  },
  {
    name: "chart",
    schema: {
      type: "object",
      properties: {
        title: TEXT,
        kind: { enum: ["line", "bar", "scatter"] },
        axes: {
          type: "object",
          additionalProperties: {
            type: "object",
            properties: { label: TEXT, min: NUMBER, max: NUMBER },
            additionalProperties: false,
          },
        },
        series: {
          type: "array",
          items: {
            type: "object",
            properties: {
              name: TEXT,
              color: { type: "string", pattern: "^#[0-9a-f]{6}$" },
              data: { type: "array", items: { type: ["number", "null"] } },
            },
            required: ["name", "data"],
          },
        },
      },
      required: ["kind", "series"],
    },
    valid: {
      title: "Requests per minute",
      kind: "line",
      axes: { x: { label: "minute" }, y: { min: 0, max: 100 } },
      series: [
        { name: "api", color: "#1f77b4", data: list(20, (x) => x * 1.5) },
        { name: "web", color: "#ff7f0e", data: [1, 2, null, 4, 5, 6.25] },
      ],
    },
    invalid: {
      kind: "line",
      series: [{ name: "api", color: "blue", data: [1, 2, "3"] }],
    },
  },
];
