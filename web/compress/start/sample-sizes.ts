/**
 * Bytes of `public/sample.pdf`, and of its result with the default settings. A test compresses it and fails if these
 * are wrong; `node scripts/sample.mjs` regenerates it.
 */
export const SAMPLE = { before: 339_304, after: 60_619 } as const;
