/**
 * Suggests a known word for a misspelled word. The runtime uses the same
 * function.
 */
export { nearestWord as nearest } from "../../runtime/host/config/nearest.js";
