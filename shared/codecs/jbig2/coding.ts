/**
 * Contents of a JBIG2 stream: symbols, or only generic regions, refinements and halftones. An unreadable
 * stream counts as symbols, which are possible.
 */
export type Jbig2Coding = 'symbols' | 'generic';

/** Allowed kinds of JBIG2 data; `none` if a standard forbids all. */
export type Jbig2Setting = Jbig2Coding | 'none';

/** Returns the kind for data that is JBIG2 in any case. */
export function codingOf(setting: Jbig2Setting): Jbig2Coding {
  if (setting === 'none') throw new Error('this document must not contain JBIG2 data');
  return setting;
}
