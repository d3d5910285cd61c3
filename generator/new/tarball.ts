/** Packs files the way npm does: a gzipped ustar archive. */
import { gzipSync } from "node:zlib";

const BLOCK = 512;
/**
 * Modification time that npm gives to all packed files. A fixed time keeps the
 * bytes of the archive equal.
 */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/**
 * Returns the archive of a package as bytes. Paths must be shorter than 92
 * characters.
 */
export function packTarball(
  files: readonly { readonly path: string; readonly bytes: Buffer }[],
): Buffer {
  const blocks = files.flatMap(({ path, bytes }) => [
    header(`package/${path}`, bytes.length),
    bytes,
    Buffer.alloc(-bytes.length & (BLOCK - 1)),
  ]);
  // Two empty blocks end the archive.
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void =>
    void block.write(value.toString(8).padStart(length - 1, "0"), at);
  block.write(path, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(MODIFIED, 136, 12);
  // The checksum is computed while the checksum field of the header holds
  // spaces.
  block.fill(" ", 148, 156);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  octal(sum, 148, 7);
  return block;
}
