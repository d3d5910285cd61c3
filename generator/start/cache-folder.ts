import cacheFolder = require("./cache-place.cjs");

export { cacheFolder };
