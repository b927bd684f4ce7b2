import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../byte-source.ts';
import type { FileHeader } from '../header.ts';
import type { PDFContext, PDFObject } from '../objects.ts';
import type { RefMap } from '../ref-map.ts';
import type { RebuiltXref } from './rebuild.ts';
import type { Xref } from './xref.ts';

export interface OpenOptions {
  readonly limits: Limits;
  readonly password?: string;
  readonly signal?: AbortSignal;
  /** Remember where in the file each object stands. */
  readonly keepLayout?: boolean;
}

/** What a document is read by. */
export interface Source {
  readonly input: ByteSource;
  readonly header: FileHeader;
  readonly xref: Xref | RebuiltXref;
  /** Has no objects yet. */
  readonly context: PDFContext;
  /** What was read before: what is as it was then need not be parsed. What is read comes to it. */
  readonly objects: RefMap<PDFObject>;
}
