/** Broken guards of what was new since this revision. */
import { testBrokenGuards } from "../../support/broken-guards.js";
import { modelsOf } from "../../support/models.js";

testBrokenGuards(
  modelsOf("2026-07-28", "draft"),
  modelsOf("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"),
);
