/**
 * Bytes of `public/sample.pdf`, and of what the usual settings make of it. A test compresses it and fails when these are
 * no longer true; `node scripts/sample.mjs` draws it anew.
 */
export const SAMPLE = { before: 339_304, after: 60_699 } as const;
