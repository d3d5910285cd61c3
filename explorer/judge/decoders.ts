/**
 * Loads the generated validators of a protocol revision on demand. The
 * validators are in a script. The page's Content Security Policy allows this
 * script by its hash.
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
  /**
   * Global function that a validator script calls to pass its validators to the
   * page.
   */
  var takeDecoders: (name: string, load: (runtime: object) => Decoders) => void;
}

globalThis.takeDecoders = (name, load) => {
  taken.set(name, load(DECODER_RUNTIME));
};

/** Returns the functions that validate the messages of a protocol revision. */
export function loadDecoders(revision: string): Decoders {
  const known = taken.get(revision);
  if (known) return known;
  const script = h("script", {}, decoderScript(DATA.decoders, revision));
  // The browser runs the script while `append` adds the element to the page.
  // The script has therefore called `takeDecoders` when `append` returns.
  document.head.append(script);
  script.remove();
  const loaded = taken.get(revision);
  if (!loaded)
    throw new Error(
      `Cannot load the validators of ${revision}: the browser did not run their script`,
    );
  return loaded;
}
