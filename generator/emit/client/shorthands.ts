/** A client's own method for each request: `callTool` for `tools/call`. */
import type { Method } from "../../model/types.js";
import type { EmitContext } from "../context.js";
import { documented, prose } from "../print/doc-comment.js";
import { indented, methodDoc, signature } from "../protocol/handler-members.js";
import { print } from "../print/layout.js";
import { objectLayout } from "../print/object-layout.js";
import { isIdentifier, objectKey, quote } from "../print/syntax.js";
import { mayBeTask } from "../facts/tasks.js";

/** What a client has besides one method for each request. */
const MEMBERS =
  "connect server closed request pages listAll notify close task".split(" ");

/** `CallToolRequest` is sent by `callTool`. */
export function shorthandName({ declaration, method }: Method): string {
  const stem = declaration.replace(/Request$/, "");
  const name = stem.charAt(0).toLowerCase() + stem.slice(1);
  if (!isIdentifier(name)) return method;
  return MEMBERS.includes(name) ? `${name}Request` : name;
}

/** `SHORTHANDS`: the wire method of each, for the runtime. */
export function shorthandTable(calls: readonly Method[]): string {
  return print([
    "const SHORTHANDS = ",
    objectLayout(
      calls.map((one) => [objectKey(shorthandName(one)), quote(one.method)]),
    ),
    ";",
  ]);
}

/** The method of the interface, with its doc; as a task, too, where it may be. */
export function shorthand(
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
  const name = objectKey(shorthandName(method));
  const doc = methodDoc(context, method);
  const plain = documented(doc, signature(name, list, `${map}["result"]`));
  if (!mayBeTask(context, method.method)) return indented(plain);
  const asTask = documented(
    prose(`${doc.text} It runs as a task.`),
    signature(
      name,
      [`params: ${params}`, "options: TaskRequestOptions"],
      `TaskHandle<${map}["result"]>`,
    ),
  );
  return `${indented(asTask)}\n${indented(plain)}`;
}

/** Whether nothing but `_meta`, which the runtime adds, is required. */
function hasOnlyMeta({ params }: Method): boolean {
  return (
    params?.kind === "reference" &&
    ["RequestParams", "PaginatedRequestParams"].includes(params.name)
  );
}
