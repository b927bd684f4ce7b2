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
  /** Record the file position of each object. */
  readonly keepLayout?: boolean;
  /** Limit how much streams grow when decoded: for files that others wrote. */
  readonly limitsGrowth?: boolean;
}

/** Input of a document read. */
export interface Source {
  readonly input: ByteSource;
  readonly header: FileHeader;
  readonly xref: Xref | RebuiltXref;
  /** Empty context. */
  readonly context: PDFContext;
  /** Objects of earlier reads; unchanged ones need not be parsed again. Extended by each read. */
  readonly objects: RefMap<PDFObject>;
}
