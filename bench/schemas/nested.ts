/**
 * Schemas of tools with nested data. They use references, unions, conditions,
 * maps and lists of objects. Each schema has a valid and an invalid value.
 */
import type { SchemaCase } from "./cases.js";

const TEXT = { type: "string" };
const ID = { type: "string", pattern: "^[a-z]+_[A-Za-z0-9]{8,24}$" };
const TIME = { type: "string", format: "date-time" };

export const NESTED: readonly SchemaCase[] = [
  {
    name: "calendar event",
    schema: {
      type: "object",
      $defs: {
        time: {
          type: "object",
          properties: { dateTime: TIME, timeZone: TEXT },
          required: ["dateTime"],
        },
      },
      properties: {
        summary: { type: "string", minLength: 1 },
        start: { $ref: "#/$defs/time" },
        end: { $ref: "#/$defs/time" },
        attendees: {
          type: "array",
          items: {
            type: "object",
            properties: {
              email: { type: "string", format: "email" },
              optional: { type: "boolean" },
              status: { enum: ["accepted", "declined", "tentative"] },
            },
            required: ["email"],
          },
        },
        reminders: { type: "array", items: { type: "integer", minimum: 0 } },
      },
      required: ["summary", "start", "end"],
      additionalProperties: false,
    },
    valid: {
      summary: "Planning",
      start: { dateTime: "2025-05-01T09:00:00Z", timeZone: "Europe/Berlin" },
      end: { dateTime: "2025-05-01T10:00:00Z" },
      attendees: [
        { email: "ada@example.com", status: "accepted" },
        { email: "grace@example.com", optional: true, status: "tentative" },
      ],
      reminders: [10, 60],
    },
    invalid: {
      summary: "Planning",
      start: { dateTime: "2025-05-01T09:00:00Z" },
      end: { timeZone: "Europe/Berlin" },
      attendees: [{ email: "ada@example.com", status: "maybe" }],
    },
  },
  {
    name: "query a database",
    schema: {
      type: "object",
      properties: {
        table: { type: "string", pattern: "^[a-z_][a-z0-9_]*$" },
        columns: { type: "array", items: TEXT, minItems: 1 },
        where: {
          type: "array",
          items: {
            type: "object",
            properties: {
              column: TEXT,
              operator: { enum: ["=", "!=", "<", "<=", ">", ">=", "in"] },
              value: {
                anyOf: [
                  { type: ["string", "number", "boolean", "null"] },
                  { type: "array", items: { type: ["string", "number"] } },
                ],
              },
            },
            required: ["column", "operator", "value"],
            additionalProperties: false,
          },
        },
        limit: { type: "integer", minimum: 1, maximum: 1000 },
      },
      required: ["table"],
    },
    valid: {
      table: "order_items",
      columns: ["id", "price", "quantity"],
      where: [
        { column: "price", operator: ">=", value: 9.5 },
        { column: "state", operator: "in", value: ["paid", "sent"] },
      ],
      limit: 100,
    },
    invalid: {
      table: "order_items",
      columns: ["id"],
      where: [{ column: "price", operator: "~", value: { a: 1 } }],
    },
  },
  {
    name: "draw shapes",
    schema: {
      type: "object",
      properties: {
        shapes: {
          type: "array",
          items: {
            oneOf: [
              {
                type: "object",
                properties: {
                  kind: { const: "circle" },
                  radius: { type: "number" },
                },
                required: ["kind", "radius"],
              },
              {
                type: "object",
                properties: {
                  kind: { const: "box" },
                  width: { type: "number" },
                  height: { type: "number" },
                },
                required: ["kind", "width", "height"],
              },
              {
                type: "object",
                properties: {
                  kind: { const: "path" },
                  points: {
                    type: "array",
                    items: {
                      type: "array",
                      prefixItems: [{ type: "number" }, { type: "number" }],
                      items: false,
                    },
                  },
                },
                required: ["kind", "points"],
              },
            ],
          },
        },
      },
      required: ["shapes"],
    },
    valid: {
      shapes: [
        { kind: "circle", radius: 2.5 },
        { kind: "box", width: 10, height: 4 },
        {
          kind: "path",
          points: [
            [0, 0],
            [1, 1],
            [2, 0.5],
          ],
        },
      ],
    },
    invalid: {
      shapes: [
        { kind: "circle", radius: 2.5 },
        { kind: "box", width: 10 },
      ],
    },
  },
  {
    name: "place order",
    schema: {
      type: "object",
      $defs: {
        address: {
          type: "object",
          properties: {
            street: TEXT,
            city: TEXT,
            zip: { type: "string", pattern: "^\\d{5}(-\\d{4})?$" },
            country: { type: "string", minLength: 2, maxLength: 2 },
          },
          required: ["street", "city", "zip"],
          additionalProperties: false,
        },
      },
      properties: {
        customer: ID,
        items: {
          type: "array",
          minItems: 1,
          maxItems: 100,
          items: {
            type: "object",
            properties: {
              sku: { type: "string", pattern: "^[A-Z]{3}-\\d{4,6}$" },
              quantity: { type: "integer", minimum: 1 },
              price: { type: "number", minimum: 0, multipleOf: 0.01 },
            },
            required: ["sku", "quantity"],
            additionalProperties: false,
          },
        },
        shipping: { $ref: "#/$defs/address" },
        billing: { $ref: "#/$defs/address" },
        express: { type: "boolean" },
      },
      required: ["customer", "items", "shipping"],
      if: { properties: { express: { const: true } }, required: ["express"] },
      then: { properties: { items: { maxItems: 10 } } },
    },
    valid: {
      customer: "cus_A1b2C3d4E5",
      items: [
        { sku: "ABC-1234", quantity: 2, price: 19.99 },
        { sku: "XYZ-98765", quantity: 1, price: 5 },
      ],
      shipping: { street: "1 Main St", city: "Springfield", zip: "12345" },
      billing: {
        street: "2 Oak Ave",
        city: "Shelbyville",
        zip: "12345-6789",
        country: "US",
      },
      express: true,
    },
    invalid: {
      customer: "cus_A1b2C3d4E5",
      items: [{ sku: "ABC-1234", quantity: 0, price: 19.99 }],
      shipping: { street: "1 Main St", city: "Springfield", zip: "ABC" },
    },
  },
];
