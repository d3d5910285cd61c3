/**
 * Loads the generated validators of three schemas: a revision with a handshake,
 * a stateless revision, and the test schema EDGE_SCHEMA.
 */
import { EDGE_SCHEMA } from "./edge-schema.js";
import { loadValidators } from "./validators.js";
import { bundledModel, parseModel } from "./models.js";

export const validators = await loadValidators(bundledModel("2025-06-18"));
export const stateless = await loadValidators(bundledModel("2026-07-28"));
export const edge = await loadValidators(parseModel(EDGE_SCHEMA));
