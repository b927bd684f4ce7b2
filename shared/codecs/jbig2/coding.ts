/**
 * Contents of a JBIG2 stream: symbols, or only generic regions, refinements and halftones. An unreadable
 * stream counts as symbols, which are possible.
 */
export type Jbig2Coding = 'symbols' | 'generic';
