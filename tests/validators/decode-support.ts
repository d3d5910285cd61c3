/** Validators of revisions, and messages to decode. */
import { loadValidators } from "../support/generated.js";
import { bundledModel } from "../support/models.js";

export const june = await loadValidators(bundledModel("2025-06-18"));

export const tasks = await loadValidators(bundledModel("2025-11-25"));

export const stateless = await loadValidators(bundledModel("2026-07-28"));

export const rpc = { jsonrpc: "2.0" };
