import { INITIAL_MESSAGES } from '../text/i18n/catalog.ts';
import { language } from '../text/i18n/language.ts';
import { FONTS_FOLDER, LANGUAGES_FOLDER, ON_DEMAND } from './on-demand.ts';

/**
 * Stores this page's language, which was loaded before there was a service worker. Once `fonts` were loaded, they are
 * stored, too: without them a document that needs one is not compared while offline.
 */
export async function storeLoaded(fonts: Promise<void>): Promise<{ readonly fonts: Promise<void> }> {
  const stored = fonts.then(() => storeFolder(FONTS_FOLDER));
  // Handled here, too: it may be rejected before this returns.
  stored.catch(() => undefined);
  // Texts that are loaded later, so that they are among what was loaded.
  await Promise.all([INITIAL_MESSAGES[language](), import('../text/i18n/more-words.ts')]);
  await storeFolder(LANGUAGES_FOLDER);
  return { fonts: stored };
}

/** The files come from the browser's own cache: their names contain a content hash. */
async function storeFolder(folder: string): Promise<void> {
  const store = await caches.open(ON_DEMAND);
  for (const { name } of performance.getEntriesByType('resource'))
    if (new URL(name).pathname.startsWith(folder) && (await store.match(name)) === undefined)
      await store.add(name);
}
