import {
  COMPRESSION,
  DATA_ID,
  type PageData,
} from "../../generator/explore/page-data.js";
import { byId } from "./dom.js";

/**
 * Data that the explorer page shows. A module that imports this constant starts
 * only when the data is decompressed.
 */
export const DATA = await read();

async function read(): Promise<PageData> {
  const text = atob(byId(DATA_ID).textContent);
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const data = new Blob([bytes]).stream();
  const json = data.pipeThrough(new DecompressionStream(COMPRESSION));
  return (await new Response(json).json()) as PageData;
}
