/**
 * Content items that the scenarios of the official conformance suite expect.
 */

/** PNG image of one red pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** WAV file without samples. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

export const text = (value: string) => ({
  type: "text" as const,
  text: value,
});

export const image = () => ({
  type: "image" as const,
  data: PNG,
  mimeType: "image/png",
});

export const audio = () => ({
  type: "audio" as const,
  data: WAV,
  mimeType: "audio/wav",
});

export const embedded = (uri: string, value: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType: "text/plain", text: value },
});

/** Resolves after the given number of milliseconds. */
export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
