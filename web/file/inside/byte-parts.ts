import type { ByteCategory, Inspection } from '../../../shared/index.ts';

/** The parts of a file on the page; unreferenced bytes belong to `other`. */
export const PARTS = ['images', 'fonts', 'content', 'structure', 'attachments', 'metadata', 'other'] as const;
export type Part = (typeof PARTS)[number];

export interface PartBytes {
  readonly part: Part;
  readonly before: number;
  readonly after: number;
}

/** Bytes of each part before and after. Parts that the file never had are omitted. */
export function partBytes(before: Inspection, after: Inspection): readonly PartBytes[] {
  return PARTS.map((part) => ({
    part,
    before: bytesOf(before.sizes, part),
    after: bytesOf(after.sizes, part),
  })).filter((bytes) => bytes.before > 0 || bytes.after > 0);
}

function bytesOf(bytes: Readonly<Record<ByteCategory, number>>, part: Part): number {
  return part === 'other' ? bytes.other + bytes.unused : bytes[part];
}
