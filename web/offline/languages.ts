import { INITIAL_MESSAGES } from '../text/i18n/catalog.ts';
import { language } from '../text/i18n/language.ts';
import { LANGUAGES_FOLDER, ON_DEMAND } from './on-demand.ts';

/**
 * Stores the chunks of this page's language, which were loaded before there was a service worker. They come from the
 * browser's own cache: their names contain a content hash.
 */
export async function storeLanguage(): Promise<void> {
  // Texts that are loaded later, so that they are among what was loaded.
  await Promise.all([INITIAL_MESSAGES[language](), import('../text/i18n/more-words.ts')]);
  const store = await caches.open(ON_DEMAND);
  for (const { name } of performance.getEntriesByType('resource'))
    if (new URL(name).pathname.startsWith(LANGUAGES_FOLDER) && (await store.match(name)) === undefined)
      await store.add(name);
}
