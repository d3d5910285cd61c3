/** Members that are named like what every object has. */
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { problem } from "../../templates/runtime/validation/explain/problem.js";
import {
  object,
  optional,
  string,
} from "../../templates/runtime/validation/shape.js";

const test = suite("the first problem of a value");

const NAMES = ["constructor", "toString", "valueOf", "hasOwnProperty"];

for (const name of NAMES) {
  test(`${name} is there when the value itself has it`, () => {
    const shape = object({ [name]: string });
    assert.is(problem(shape, { [name]: "a" }, ""), undefined);
    assert.is(
      problem(shape, {}, "params"),
      `params.${name}: expected string, got nothing`,
    );
    assert.is(
      problem(shape, { [name]: 1 }, "params"),
      `params.${name}: expected string, got number`,
    );
  });

  test(`${name} may be missing where it is optional`, () => {
    const shape = object({ [name]: optional(string) });
    assert.is(problem(shape, {}, ""), undefined);
  });
}

test.run();
