/** What the command line loads to do its work: the build makes one file of it. */
export { processIo } from "./commands/io.js";
export { main } from "./commands/main.js";

/** What programs import, which is nothing to the command line. */
export const api = () => import("./index.js");
