/** Methods in short. */
import type { Method } from "../../generator/model/types.js";

/** `method kind sender declaration -> result`, in short. */
export function shown(method: Method): string {
  const { sender, embedded, kind, declaration, result, taskResult } = method;
  const name = (type: Method["result"]): string =>
    !type ? "" : type.kind === "reference" ? type.name : type.kind;
  return [
    method.method,
    embedded ? "embedded" : sender,
    kind === "request" ? "->" : "|",
    declaration,
    name(result),
    method.inputRequired ? "or input" : "",
    taskResult ? `or ${name(taskResult)}` : "",
    method.capability ? `needs ${method.capability}` : "",
    method.deprecated === null ? "" : "deprecated",
  ]
    .filter(Boolean)
    .join(" ");
}
