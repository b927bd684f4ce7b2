/**
 * Bytes of `public/sample.pdf`, and of its result with the default settings. A test fails if these
 * are wrong; `node scripts/sample.mjs` regenerates it.
 */
export const SAMPLE = { before: 337_745, after: 59_618 } as const;
