/**
 * Prints the table of docs/generated-sdk.md, with the time that the generation
 * took.
 */
import { layersTable } from "./docs/layers.js";

const start = performance.now();
console.log(await layersTable());
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(`\nAll files were generated and counted in ${seconds} s.`);
