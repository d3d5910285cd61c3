/**
 * Form in which the user creates a request to a tool, prompt or resource of a
 * server.
 */
import { tryGenerate } from "../../generator/emit/corpus/generate-value.js";
import { compileSchema } from "../../runtime/json-schema/compile.js";
import { UriTemplate } from "../../runtime/features/resources/uri-template.js";
import { isObject } from "../../runtime/validation/guards.js";
import { h, replace, type Child } from "../base/dom.js";
import { jsonView } from "../base/json.js";
import { NEWEST } from "../protocol/revision.js";
import { createExampleMessage } from "./example.js";
import { objectForm, textForm, type Field } from "./form.js";

/**
 * JSON object: an entry of a server's listing, such as a tool, or an object
 * inside such an entry.
 */
export type Json = Readonly<Record<string, unknown>>;

/**
 * Returns a form and, below the form, the request created from the user's
 * input.
 */
export function request(kind: string, entry: Json, name: string): Child {
  const code = h("div", {});
  // Only the validation result is an ARIA live region, so that screen readers
  // announce nothing else.
  const verdict = h("div", { role: "status" });
  const show = (): void => {
    const [message, said] = createRequest(kind, entry, name, form.value());
    replace(code, message);
    replace(verdict, said);
  };
  const form = createForm(kind, entry, show);
  show();
  return h(
    "div",
    { class: "try" },
    h(
      "form",
      { onsubmit: (event: Event) => event.preventDefault() },
      form.element,
    ),
    h("div", {}, code, verdict),
  );
}

function promptArguments({ arguments: all }: Json) {
  return (Array.isArray(all) ? all.filter(isObject) : []).map((argument) => ({
    name: String(argument["name"]),
    about: toText(argument["description"]),
    required: argument["required"] === true,
  }));
}

function createForm(kind: string, entry: Json, changed: () => void): Field {
  if (kind === "tools")
    return objectForm(
      isObject(entry["inputSchema"]) ? entry["inputSchema"] : {},
      changed,
    );
  if (kind === "prompts") return textForm(promptArguments(entry), changed);
  const names =
    kind === "templates" ? listVariables(toText(entry["uriTemplate"])) : [];
  return textForm(
    names.map((name) => ({ name, about: "", required: true })),
    changed,
  );
}

/**
 * Returns two elements: the request with the values of the form, and its
 * validation result.
 */
function createRequest(
  kind: string,
  entry: Json,
  name: string,
  value: unknown,
): readonly [request: Child, verdict: Child] {
  const values = isObject(value) ? value : {};
  if (kind === "tools") {
    const issues = validate(entry["inputSchema"], values);
    const message = createMessage("tools/call", { name, arguments: values });
    return [
      jsonView(
        message,
        issues.map(({ path }) => ["params", "arguments", ...path]),
      ),
      issues.length === 0
        ? h(
            "p",
            { class: "verdict good" },
            "✓ The arguments match the input schema.",
          )
        : h(
            "ul",
            { class: "verdict bad" },
            issues
              .slice(0, 20)
              .map(({ path, message: said }) =>
                h(
                  "li",
                  {},
                  path.length > 0 && [h("code", {}, path.join(".")), " "],
                  said,
                ),
              ),
          ),
    ];
  }
  if (kind === "prompts") {
    const message = createMessage("prompts/get", { name, arguments: values });
    const missing = promptArguments(entry).filter(
      (promptArgument) =>
        promptArgument.required && values[promptArgument.name] === undefined,
    );
    const said = missing
      .map((argument) => JSON.stringify(argument.name))
      .join(", ");
    return [
      jsonView(message),
      missing.length > 0 &&
        h(
          "p",
          { class: "verdict bad" },
          `Required arguments are missing: ${said}`,
        ),
    ];
  }
  const template = kind === "templates" ? parseTemplate(name) : null;
  const uri = template?.expand(values as Record<string, string>) ?? name;
  return [jsonView(createMessage("resources/read", { uri })), null];
}

function validate(schema: unknown, value: unknown) {
  try {
    return isObject(schema) ? compileSchema(schema)(value) : [];
  } catch (error) {
    return [
      {
        path: [],
        message: `The schema is invalid: ${(error as Error).message}`,
      },
    ];
  }
}

/**
 * Returns the request message, with the members that the newest revision
 * requires.
 */
function createMessage(method: string, params: Json): Json {
  const newest = NEWEST;
  const known = newest?.methods.find(
    (candidate) => candidate.method === method,
  );
  const message =
    newest &&
    known &&
    tryGenerate(() => createExampleMessage(known, newest.model));
  const { _meta } = isObject(message?.["params"]) ? message["params"] : {};
  return {
    jsonrpc: "2.0",
    id: 1,
    method,
    params: { ...params, ...(_meta === undefined ? {} : { _meta }) },
  };
}

/**
 * Parses a URI template (RFC 6570). Returns null if the template is not valid.
 */
function parseTemplate(text: string): UriTemplate | null {
  try {
    return new UriTemplate(text);
  } catch {
    return null;
  }
}

function listVariables(template: string): string[] {
  const parts = parseTemplate(template)?.parts ?? [];
  const names = parts.flatMap((part) =>
    typeof part === "string" ? [] : part.variables.map(({ name }) => name),
  );
  return [...new Set(names)];
}

/** Returns the value if it is a string, otherwise an empty string. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
