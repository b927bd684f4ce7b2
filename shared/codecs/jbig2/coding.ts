/**
 * What a JBIG2 stream is made of: symbols, or generic regions, refinements and halftones alone. One that cannot be read
 * counts as made of symbols, since it may be.
 */
export type Jbig2Coding = 'symbols' | 'generic';
