/**
 * Tests that a client refuses invalid messages and names the position of the
 * problem.
 */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  createCorpus,
  createMessageCorpus,
} from "../../generator/emit/corpus/emit.js";
import { isObject } from "../../runtime/validation/guards.js";
import { isRequestId } from "../../runtime/json-rpc/messages/messages.js";
import { bundledModel } from "../harness/models/models.js";
import { load } from "../harness/generated/load.js";
import { open, answered, closeClients } from "../harness/generated/inbound.js";
import { TESTED_REVISIONS } from "../harness/run/sampling.js";
import type { Sent } from "../harness/wire/wire.js";

const test = suite("client: invalid messages");
test.after.each(closeClients);

/**
 * Default values that a client adds to a result before it validates the result.
 */
const DEFAULTS = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

/** Methods that a client calls while it connects. */
const OPENING: readonly string[] = ["initialize", "server/discover"];

for (const revision of TESTED_REVISIONS) {
  const model = bundledModel(revision);
  const asked = model.methods.filter(
    ({ kind, sender, embedded }) =>
      kind === "request" && sender !== "server" && !embedded,
  );
  const methods = [...new Set(asked.map(({ method }) => method))];
  test(`${revision}: a client refuses to connect to a server with invalid capabilities`, async () => {
    const failure = await open(revision, false, { capabilities: 1 }).then(
      () => "opened",
      (error: Error & { fault?: string }) => `${error.fault}: ${error.message}`,
    );
    const method = revision < "2026" ? "initialize" : "server/discover";
    assert.is(
      failure.replace(/expected .*?, /, ""),
      `invalid: The result of ${method} is not valid: capabilities: got number 1`,
    );
  });

  test(`${revision}: a client refuses every invalid result in the generated sample messages`, async () => {
    const opened = await open(revision);
    const types = new Map(
      createCorpus(model).types.map((entry) => [entry.type, entry]),
    );
    const validators = await load<{
      readonly [name: string]: (value: unknown) => boolean;
    }>(revision, "validators");
    let count = 0;
    for (const { method, result } of asked) {
      if (OPENING.includes(method) || result?.kind !== "reference") continue;
      for (const { value, change } of types.get(result.name)?.invalid ?? []) {
        const full =
          isObject(value) && revision >= "2026"
            ? { ...DEFAULTS, ...value }
            : value;
        // Skip values that the default values make valid. The client adds these
        // defaults before it validates a result.
        if (validators[`is${result.name}`]?.(full)) continue;
        if (isObject(full) && full.resultType === "input_required") continue;
        const said = await answered(opened, method, value);
        const expected =
          said.startsWith(`invalid: The result of ${method} is not valid: `) ||
          said.startsWith(`invalid: The result of ${method} has an unknown`) ||
          (!isObject(value) &&
            said === `invalid: The response to ${method} is not valid`);
        assert.ok(expected, `${method} ${change}: ${said}`);
        count += 1;
      }
    }
    assert.ok(count > methods.length, `${count} for ${methods.length} methods`);
  });

  test(`${revision}: a client refuses every invalid request and notification in the generated sample messages`, async () => {
    const { wire, errors } = await open(revision);
    let count = 0;
    for (const { method, kind, sender, invalid } of createMessageCorpus(
      model,
    )) {
      if (sender === "client") continue;
      for (const { value, change } of invalid) {
        if (!isObject(value) || value.method !== method) continue;
        if (value.jsonrpc !== "2.0") continue;
        if ((kind === "request") !== "id" in value) continue;
        if (value.params !== undefined && !isObject(value.params)) continue;
        if (kind === "request" && !isRequestId(value.id)) continue;
        errors.length = 0;
        wire.give(value);
        const [answer] = (await wire.rest()) as (Sent | undefined)[];
        const { code, message } = answer?.error ?? {};
        const [said, start] =
          kind === "request"
            ? [`${code} ${message}`, "-32602 Invalid params: params"]
            : [String(errors[0]), `${method} is not valid: params`];
        assert.is(said.slice(0, start.length), start, `${change}: ${said}`);
        count += 1;
      }
    }
    assert.ok(count > 5, `only ${count}`);
  });
}

const QUESTIONS: readonly (readonly [string, object, string])[] = [
  ["roots/list", { _meta: 1 }, "params._meta"],
  ["sampling/createMessage", { messages: [] }, "params.maxTokens"],
  ["elicitation/create", { message: "?" }, "params"],
];

for (const [method, params, place] of QUESTIONS)
  test(`2026-07-28: a client refuses an input-required result that contains an invalid ${method} request`, async () => {
    const opened = await open("2026-07-28");
    const said = await answered(opened, "tools/call", {
      resultType: "input_required",
      inputRequests: { k: { method, params } },
    });
    const start = `invalid: The input request k is not valid: ${method}: ${place}`;
    assert.is(said.slice(0, start.length), start, said);
  });

test.run();
