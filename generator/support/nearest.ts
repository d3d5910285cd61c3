/** The suggestion of a known word for a misspelled one, shared with the runtime. */
export { nearestWord as nearest } from "../../runtime/host/config/nearest.js";
