/** Cache of the service worker for files that are stored at their first use. */
export const ON_DEMAND = 'assets-on-demand';

/** Folder of the languages' chunks in the built page. */
export const LANGUAGES_FOLDER = '/assets/languages/';

/** Folder of the fonts that documents don't embed. */
export const FONTS_FOLDER = '/assets/fonts/';
