import { generateKeyPairSync, sign } from "node:crypto";

/** A key and a certificate that it signed itself, both PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate of these names, valid from 2020 to 2049. */
export function selfSigned(names: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const signedWith = sequence(oid("2a8648ce3d040302")); // ecdsa-with-SHA256
  const name = sequence(
    node(0x31, sequence(oid("550403"), node(0x0c, Buffer.from("test")))),
  );
  const alternatives = sequence(
    ...names.map((text) => node(0x82, Buffer.from(text, "ascii"))),
    node(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const body = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))), // version 3
    node(0x02, Buffer.from([1])), // serial number
    signedWith,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    node(0xa3, sequence(sequence(oid("551d11"), node(0x04, alternatives)))),
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(
    body,
    signedWith,
    node(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = der.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function node(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return node(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return node(0x06, Buffer.from(hex, "hex"));
}

function time(text: string): Buffer {
  return node(0x17, Buffer.from(text, "ascii"));
}
