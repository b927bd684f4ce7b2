/** A longer analysis of one file is not worth the battery, and users do not wait longer at one row. */
export const MAX_ESTIMATE_MS = 20_000;

/**
 * The same for what may help a file that misses its limit: its owner waits for an answer, and a slow device that gives up
 * early would never offer one.
 */
export const MAX_REMEDY_MS = 10 * MAX_ESTIMATE_MS;
