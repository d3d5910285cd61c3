/** Broken guards of every construct that a schema may have. */
import { testBrokenGuards } from "../../support/broken-guards.js";
import { EDGE_SCHEMA } from "../../support/edge-schema.js";
import { modelOf } from "../../support/models.js";

testBrokenGuards([["every construct", modelOf(EDGE_SCHEMA)]]);
