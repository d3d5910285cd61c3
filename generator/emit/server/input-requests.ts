/**
 * Methods of `ServerContext` that ask the client for input, such as `elicit`.
 */
import type { EmitContext } from "../context.js";
import { findRequestMap } from "../facts/protocol-facts.js";
import { canRunAsTask, TASK_NAMES } from "../facts/tasks.js";
import { group, indent, softline } from "../print/layout.js";
import { quote } from "../print/syntax.js";
import { printIndented, signatureLayout } from "../protocol/handler-members.js";

/**
 * Names of the functions that ask the client for input, by the method of the
 * request that each function sends.
 */
const INPUT_REQUESTS = [
  {
    method: "elicitation/create",
    name: "elicit",
    text: "Asks the user for input and resolves with the user's answer.",
    options: "ElicitOptions",
  },
  {
    method: "sampling/createMessage",
    name: "sample",
    text: "Asks the client's language model to generate a message.",
    options: "AskOptions",
  },
  {
    method: "roots/list",
    name: "roots",
    text: "Asks the client for the folders and files that the server may work on.",
    options: "AskOptions",
  },
] as const;

/**
 * Returns the template data and the used names of each function. Omits
 * functions whose request does not exist in the revision.
 */
export function getInputRequestFunctions(
  context: EmitContext,
): { readonly data: object; readonly uses: string }[] {
  return INPUT_REQUESTS.flatMap(({ method, name, text, options }) => {
    const map = findRequestMap(context.model, method);
    if (!map) return [];
    const type = `${map}[${quote(method)}]`;
    const params = name === "roots" ? [] : [`params: ${type}["params"]`];
    const member = (options: string, result: string): string =>
      printIndented(signatureLayout(name, [...params, options], result));
    const asTask = map === "ServerRequests" && canRunAsTask(context, method);
    const data = {
      text,
      signature:
        name === "elicit"
          ? printIndented(
              signatureLayout(
                "elicit<const Form>",
                [
                  `params: WithForm<${type}["params"], Form>`,
                  `options?: ${options}`,
                ],
                group([
                  indent([softline, `FormAnswer<Form, ${type}["result"]>`]),
                  softline,
                ]),
              ),
            )
          : member(`options?: ${options}`, `${type}["result"]`),
      asTask:
        asTask &&
        member(
          `options: ${options} & TaskRequestOptions`,
          `TaskHandle<${type}["result"]>`,
        ),
    };
    const uses = [
      map,
      options,
      name === "elicit" ? "FormAnswer WithForm" : "",
      asTask ? TASK_NAMES : "",
    ].join(" ");
    return [{ data, uses }];
  });
}
