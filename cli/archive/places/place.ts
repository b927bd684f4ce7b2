import type { AttributeSource } from '../../files/file-attributes.ts';

/** A PDF of an archive, as it is listed. */
export interface ArchiveObject {
  /** Path below the place, with slashes. */
  readonly key: string;
  readonly size: number;
  /** Changes when the object does: an ETag, or time and size of a file. */
  readonly version: string;
}

/** An object's bytes and what a copy of it should keep. */
export interface ReadObject {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly version: string;
  readonly attributes: ObjectAttributes;
}

export interface ObjectAttributes {
  /** In a folder. */
  readonly file?: AttributeSource;
  /** In a bucket. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface ObjectDigest {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface WriteObject {
  readonly pieces: readonly Uint8Array[];
  readonly sha256: string;
  /** Properties of the input that the object should have. */
  readonly attributes: ObjectAttributes;
  /** Replaces the object that has this version. Absent: no object has this name yet, or `mayReplace`. */
  readonly replaces?: string;
  readonly mayReplace?: boolean;
}

export interface Listing {
  /** Called for each object that is no PDF by its name. */
  readonly onOther: (size: number) => void;
  /** Called with a sentence for each folder that cannot be read. */
  readonly onTrouble: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/** A folder or bucket with PDFs. Every failure of one object is an FileError. */
export interface Place {
  /** Resolved path, or `s3://bucket/prefix/`. */
  readonly address: string;
  /** Whether versions say which contents are equal, as ETags do. */
  readonly hasContentVersions: boolean;
  /** @throws ArchiveStopped */
  list(listing: Listing): AsyncIterable<ArchiveObject>;
  /** Whether an object can have this name here. */
  canName(key: string): boolean;
  /** Returns undefined without such an object. @throws FileError; ArchiveStopped */
  read(key: string): Promise<ReadObject | undefined>;
  /**
   * Writes all of an object or nothing.
   *
   * @throws FileError `modified_concurrently` if it has not the version that is to be replaced; ArchiveStopped
   */
  write(key: string, object: WriteObject): Promise<void>;
  /** Removes what killed processes left beside these keys, and makes their objects survive a crash of the machine. */
  tidy(keys: readonly string[]): Promise<void>;
}

const PDF_NAME = /\.pdf$/i;

export function isPdfName(key: string): boolean {
  return PDF_NAME.test(key);
}
