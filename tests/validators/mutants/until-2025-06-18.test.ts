/** Broken guards of the first three revisions. */
import { testBrokenGuards } from "../../support/broken-guards.js";
import { modelsOf } from "../../support/models.js";

testBrokenGuards(modelsOf("2024-11-05", "2025-03-26", "2025-06-18"));
