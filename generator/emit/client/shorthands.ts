/**
 * Shorthands: the generated client has a method for each request, such as
 * `callTool` for `tools/call`.
 */
import type { Method } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import { documented, createDoc } from "../print/doc-comment.js";
import {
  printIndented,
  getMethodDoc,
  signatureLayout,
} from "../protocol/handler-members.js";
import { print } from "../print/layout.js";
import { objectLayout } from "../print/object-layout.js";
import { isIdentifier, objectKey, quote } from "../print/syntax.js";
import { canRunAsTask } from "../facts/tasks.js";

/**
 * Members of the `Client` interface that are not shorthands. A shorthand cannot
 * have one of these names.
 */
const MEMBERS =
  "connect server closed request pages listAll notify close task".split(" ");

/**
 * Returns the name of the shorthand for a request, such as `callTool` for
 * `CallToolRequest`. If the client has another member of that name, `Request`
 * is appended.
 */
export function getShorthandName({ declaration, method }: Method): string {
  const stem = declaration.replace(/Request$/, "");
  const name = stem.charAt(0).toLowerCase() + stem.slice(1);
  if (!isIdentifier(name)) return method;
  return MEMBERS.includes(name) ? `${name}Request` : name;
}

/**
 * Returns the declaration of the `SHORTHANDS` constant, which maps the name of
 * each shorthand to its method, such as `callTool` to `tools/call`.
 */
export function printShorthandTable(calls: readonly Method[]): string {
  return print([
    "const SHORTHANDS = ",
    objectLayout(
      calls.map((call) => [
        objectKey(getShorthandName(call)),
        quote(call.method),
      ]),
    ),
    ";",
  ]);
}

/**
 * Returns the members of the `Client` interface for one shorthand: the method
 * with its doc comment. If the request may run as a task, also returns an
 * overload for tasks.
 */
export function printShorthand(
  context: EmitContext,
  method: Method,
  stateless: boolean,
): string {
  const map = `ClientRequests[${quote(method.method)}]`;
  const params = stateless ? `Sent<${map}["params"]>` : `${map}["params"]`;
  const needless = method.paramsOptional || (stateless && hasOnlyMeta(method));
  const list = [
    `params${needless ? "?" : ""}: ${params}`,
    "options?: RequestOptions",
  ];
  const name = objectKey(getShorthandName(method));
  const doc = getMethodDoc(context, method);
  const plain = documented(
    doc,
    signatureLayout(name, list, `${map}["result"]`),
  );
  if (!canRunAsTask(context, method.method)) return printIndented(plain);
  const asTask = documented(
    createDoc(`${doc.text}\n\nThe request runs as a task.`),
    signatureLayout(
      name,
      [`params: ${params}`, "options: TaskRequestOptions"],
      `TaskHandle<${map}["result"]>`,
    ),
  );
  return `${printIndented(asTask)}\n${printIndented(plain)}`;
}

/**
 * Returns whether the type of the params is `RequestParams` or
 * `PaginatedRequestParams`. Their only required member is `_meta`. The runtime
 * adds `_meta`, so callers may omit the params.
 */
function hasOnlyMeta({ params }: Method): boolean {
  return (
    params?.kind === "reference" &&
    ["RequestParams", "PaginatedRequestParams"].includes(params.name)
  );
}
