/**
 * Prints the table for docs/generated-sdk.md, and the time that the generation
 * of the counted files took.
 */
import { layersTable } from "./docs/layers.js";

const start = performance.now();
console.log(await layersTable());
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(`\nAll files were generated and counted in ${seconds} s.`);
