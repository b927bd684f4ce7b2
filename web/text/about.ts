import { t } from './catalog.ts';

/** The pages that say how files are treated, and what is said of an address that is none. */
export const aboutWords = t.about;
