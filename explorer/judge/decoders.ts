/**
 * Loads the generated validators of a revision from the page's data on demand.
 * The page's policy contains the hash of each of these scripts.
 */
import { decoderScript } from "../../generator/explore/page-data.js";
import {
  DECODER_RUNTIME,
  type Decoders,
} from "../../generator/validate/decoder-runtime.js";
import { DATA } from "../base/data.js";
import { h } from "../base/dom.js";

const taken = new Map<string, Decoders>();

declare global {
  /** Global function that each script of validators calls to deliver them. */
  var takeDecoders: (name: string, load: (runtime: object) => Decoders) => void;
}

globalThis.takeDecoders = (name, load) => {
  taken.set(name, load(DECODER_RUNTIME));
};

/** Returns the decoders of a revision's messages. */
export function loadDecoders(revision: string): Decoders {
  const known = taken.get(revision);
  if (known) return known;
  const script = h("script", {}, decoderScript(DATA.decoders, revision));
  // The script runs as soon as it is added to the page.
  document.head.append(script);
  script.remove();
  const loaded = taken.get(revision);
  if (!loaded)
    throw new Error(
      `Cannot load the validators of ${revision}: the browser did not run their script`,
    );
  return loaded;
}
