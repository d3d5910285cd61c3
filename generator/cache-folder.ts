import cacheFolder from "./cache-place.cjs";

export { cacheFolder };
