/**
 * What a run read and wrote: JSON on the first line of a record. The bytes of
 * the output follow, one file after another.
 */
export interface RunRecord {
  /** Program, folder and command line; names of records are not unique. */
  readonly key: string;
  /** State of each file and folder that decides what is generated, by path. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** Path below the folder and number of bytes, in the order of the bytes. */
  readonly outputs: readonly (readonly [string, number])[];
  /** What the program prints when it finds nothing to do. */
  readonly answer: string;
}
