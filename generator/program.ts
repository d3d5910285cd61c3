/** What the command line loads to do its work: the build makes one file of it. */
export { processIo } from "./commands/io.js";
export { main } from "./commands/main.js";
