import fc from 'fast-check';

const STEPS = 1_000_000;

/** Any number from 0 to 1. `fc.double` draws doubles by their bits: nearly all would be almost 0. */
export const anyShare = fc.integer({ min: 0, max: STEPS }).map((steps) => steps / STEPS);
