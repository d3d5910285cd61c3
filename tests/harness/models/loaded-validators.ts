/** Validators of two revisions and of EDGE_SCHEMA. */
import { EDGE_SCHEMA } from "./edge-schema.js";
import { loadValidators } from "./validators.js";
import { bundledModel, modelOf } from "./models.js";

export const june = await loadValidators(bundledModel("2025-06-18"));
export const stateless = await loadValidators(bundledModel("2026-07-28"));
export const edge = await loadValidators(modelOf(EDGE_SCHEMA));
