import type { First, first } from '../languages/en/first.ts';
import { direction, type LanguageCode, language, locale } from './language.ts';
import { createTranslator, type Translations } from './translator.ts';

/** Each language is a chunk of its own: only the current one is loaded. */
export const INITIAL_MESSAGES: Readonly<Record<LanguageCode, () => Promise<First>>> = {
  en: async () => (await import('../languages/en/first.ts')).first,
  de: async () => (await import('../languages/de/first.ts')).first,
  fr: async () => (await import('../languages/fr/first.ts')).first,
  es: async () => (await import('../languages/es/first.ts')).first,
  'pt-BR': async () => (await import('../languages/pt-BR/first.ts')).first,
  it: async () => (await import('../languages/it/first.ts')).first,
  pl: async () => (await import('../languages/pl/first.ts')).first,
  tr: async () => (await import('../languages/tr/first.ts')).first,
  uk: async () => (await import('../languages/uk/first.ts')).first,
  ja: async () => (await import('../languages/ja/first.ts')).first,
  'zh-CN': async () => (await import('../languages/zh-CN/first.ts')).first,
  ko: async () => (await import('../languages/ko/first.ts')).first,
  hi: async () => (await import('../languages/hi/first.ts')).first,
  ar: async () => (await import('../languages/ar/first.ts')).first,
};

/** Texts of the page. Modules that need them await them, so no page mixes two languages. */
export const t: Translations<typeof first> = createTranslator<typeof first>(
  await INITIAL_MESSAGES[language](),
  locale,
);

if (typeof document !== 'undefined') {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
}
