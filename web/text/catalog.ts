import { direction, type LanguageCode, language, locale } from './language.ts';
import type { en } from './languages/en.ts';
import { type CatalogOf, type Spoken, speak } from './speak.ts';

/** All words of the tab in one language. */
export type Catalog = CatalogOf<typeof en>;

/** Each language is a script of its own: only the one that is shown is loaded. */
const CATALOGS: Readonly<Record<LanguageCode, () => Promise<Catalog>>> = {
  en: async () => (await import('./languages/en.ts')).en,
  de: async () => (await import('./languages/de.ts')).de,
};

/** The words of the page. Modules that need them wait for them: nothing is ever shown in two languages. */
export const t: Spoken<typeof en> = speak<typeof en>(await CATALOGS[language](), locale);

if (typeof document !== 'undefined') {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}

/** All catalogs, for who compares them. */
export const allCatalogs = async (): Promise<Readonly<Record<LanguageCode, Catalog>>> =>
  ({ en: await CATALOGS.en(), de: await CATALOGS.de() }) satisfies Record<LanguageCode, Catalog>;
