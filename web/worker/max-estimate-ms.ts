/** A longer analysis of one file is not worth the battery, and users do not wait longer at one row. */
export const MAX_ESTIMATE_MS = 20_000;
