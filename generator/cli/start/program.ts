/** What the command line loads to do its work: the build makes one file of it. */
export { processIo } from "../terminal/io.js";
export { main } from "../main.js";

/** What programs import, which is nothing to the command line. */
export const api = () => import("../../index.js");
