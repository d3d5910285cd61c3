/** Broken guards of every revision; each of those that are new in it. */
import { testBrokenGuards } from "../../support/broken-guards.js";
import { modelsOf } from "../../support/models.js";
import { PROVEN } from "../../support/whole.js";

testBrokenGuards(modelsOf(...PROVEN));
