/** @typedef {import('../module-boundaries.mjs').Floor} Floor */

export const WEB = /** @type {readonly Floor[]} */ ([]);
