/**
 * Builds a form from a JSON Schema. The schema also validates the value that
 * the user enters.
 */
import {
  SchemaIndex,
  type LocatedSchema,
} from "../../runtime/json-schema/references.js";
import { isObject } from "../../runtime/validation/guards.js";
import { h, newId, type Child } from "../base/dom.js";

/**
 * Field of a form, or a group of fields. The value of an empty field is
 * undefined.
 */
export interface Field {
  readonly element: HTMLElement;
  value(): unknown;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Maximum depth of nested objects. Deeper objects, and objects with many
 * members, are edited as JSON.
 */
const MAX_DEPTH = 3;
const MAX_FIELDS = 60;

/** Maximum number of `$ref` references to follow one after another. */
const MAX_REFERENCES = 20;

/** Returns fields for the members of an object schema. */
export function objectForm(schema: Json, changed: () => void): Field {
  return members(schema, indexSchema(schema), changed, 0);
}

function members(
  schema: Json,
  resources: SchemaIndex | null,
  changed: () => void,
  depth: number,
): Field {
  const { properties, required } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const entries = isObject(properties) ? Object.entries(properties) : [];
  const fields = entries
    .slice(0, MAX_FIELDS)
    .map(
      ([name, part]) =>
        [
          name,
          field(
            name,
            resolveSchema(part, resources),
            resources,
            needed.has(name),
            changed,
            depth,
          ),
        ] as const,
    );
  return {
    element: h(
      "div",
      { class: "fields" },
      fields.map(([, part]) => part.element),
      entries.length === 0 && h("p", { class: "quiet" }, "No arguments."),
    ),
    value: () =>
      Object.fromEntries(
        fields
          .map(([name, part]) => [name, part.value()] as const)
          .filter(([, value]) => value !== undefined),
      ),
  };
}

/**
 * Follows a `$ref` reference and returns the schema, merged with the keywords
 * beside the reference.
 */
function resolveSchema(part: unknown, resources: SchemaIndex | null): Json {
  let found = isObject(part) ? part : {};
  if (!resources) return found;
  let base = resources.getBase(found, resources.root);
  for (let step = 0; step < MAX_REFERENCES && "$ref" in found; step++) {
    const { $ref, ...beside } = found;
    const target = resolveReference(resources, $ref, base);
    base = target?.base ?? base;
    found = { ...(isObject(target?.schema) ? target.schema : {}), ...beside };
  }
  return found;
}

/**
 * Returns the schema that a `$ref` refers to, or null if the reference cannot
 * be resolved.
 */
function resolveReference(
  resources: SchemaIndex,
  reference: unknown,
  base: string,
): LocatedSchema | null {
  try {
    return resources.resolve(reference, base);
  } catch {
    return null;
  }
}

/**
 * Creates an index of a JSON Schema for resolving its references. Returns null
 * if the dialect or an identifier of the schema is invalid.
 */
function indexSchema(schema: Json): SchemaIndex | null {
  try {
    return new SchemaIndex(schema);
  } catch {
    return null;
  }
}

function field(
  name: string,
  schema: Json,
  resources: SchemaIndex | null,
  needed: boolean,
  changed: () => void,
  depth: number,
): Field {
  const { type, description, title } = schema;
  if (type === "object" && isObject(schema["properties"]) && depth < MAX_DEPTH)
    return group(name, schema, resources, needed, changed, depth);
  const id = newId();
  const { element, value } = control(id, schema, needed, changed);
  const note = describeLimits(schema);
  return {
    element: h(
      "div",
      { class: "field" },
      h(
        "label",
        { for: id },
        h("code", {}, name),
        needed && h("span", { class: "required" }, " required"),
        typeof title === "string" && h("span", { class: "quiet" }, ` ${title}`),
      ),
      typeof description === "string" &&
        h("p", { class: "quiet", id: `${id}-about` }, description),
      element,
      note !== "" && h("p", { class: "limit" }, note),
    ),
    value,
  };
}

/**
 * Returns the form fields of a nested object. If the object is optional and no
 * field has a value, the value of the form omits the object.
 */
function group(
  name: string,
  schema: Json,
  resources: SchemaIndex | null,
  needed: boolean,
  changed: () => void,
  depth: number,
): Field {
  const inner = members(schema, resources, changed, depth + 1);
  return {
    element: h(
      "fieldset",
      {},
      h(
        "legend",
        {},
        h("code", {}, name),
        needed && h("span", { class: "required" }, " required"),
      ),
      inner.element,
    ),
    value: () => {
      const value = inner.value() as Json;
      return needed || Object.keys(value).length > 0 ? value : undefined;
    },
  };
}

function control(
  id: string,
  schema: Json,
  needed: boolean,
  changed: () => void,
): Field {
  const choices = getChoices(schema);
  const fallback = schema["default"];
  if (choices) {
    const chosen = choices.findIndex(
      (choice) => JSON.stringify(choice) === JSON.stringify(fallback),
    );
    const select = h(
      "select",
      { id, onchange: changed },
      (!needed || chosen < 0) && h("option", { value: "" }, "–"),
      choices.map((choice, at) =>
        h(
          "option",
          { value: at, selected: at === chosen },
          typeof choice === "string" ? choice : JSON.stringify(choice),
        ),
      ),
    );
    return {
      element: select,
      value: () =>
        select.value === "" ? undefined : choices[Number(select.value)],
    };
  }
  const { type } = schema;
  if (type === "string" || type === "number" || type === "integer") {
    const input = h("input", {
      id,
      type: "text",
      inputmode: type === "string" ? undefined : "decimal",
      autocomplete: "off",
      placeholder: fallback === undefined ? undefined : String(fallback),
      oninput: changed,
    });
    return {
      element: input,
      value: () =>
        input.value === ""
          ? undefined
          : type === "string"
            ? input.value
            : parseJson(input.value),
    };
  }
  const area = h("textarea", {
    id,
    rows: 2,
    spellcheck: "false",
    placeholder: fallback === undefined ? "JSON" : JSON.stringify(fallback),
    oninput: changed,
  });
  return {
    element: area,
    value: () => (area.value.trim() === "" ? undefined : parseJson(area.value)),
  };
}

/**
 * Returns the allowed values if the schema lists them with `const` or `enum`,
 * or if its type is `boolean`. Otherwise returns null. Returns at most 500
 * values of an `enum`.
 */
function getChoices({
  type,
  enum: values,
  const: only,
}: Json): readonly unknown[] | null {
  if (only !== undefined) return [only];
  if (Array.isArray(values)) return values.slice(0, 500) as unknown[];
  return type === "boolean" ? [true, false] : null;
}

/**
 * Parses the text of a form field as JSON. Invalid JSON is treated as a string,
 * which the schema rejects if it expects another type.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const LIMITS =
  "format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems default".split(
    " ",
  );

function describeLimits(schema: Json): string {
  return LIMITS.filter((name) => schema[name] !== undefined)
    .map((name) => `${name} ${JSON.stringify(schema[name])}`)
    .join(", ");
}

/**
 * Returns a form with one text field for each item of `names`, such as the
 * arguments of a prompt.
 */
export function textForm(
  names: readonly {
    readonly name: string;
    readonly about: Child;
    readonly required: boolean;
  }[],
  changed: () => void,
): Field {
  return members(
    {
      properties: Object.fromEntries(
        names.map(({ name, about }) => [
          name,
          {
            type: "string",
            ...(typeof about === "string" ? { description: about } : {}),
          },
        ]),
      ),
      required: names.filter((field) => field.required).map(({ name }) => name),
    },
    null,
    changed,
    0,
  );
}
