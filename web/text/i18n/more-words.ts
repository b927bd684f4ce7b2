import type { more as english, More } from '../languages/en/more.ts';
import { type LanguageCode, language, locale } from './language.ts';
import { createTranslator, type Translations } from './translator.ts';

/** As in `INITIAL_MESSAGES`: one chunk per language. */
export const LAZY_MESSAGES: Readonly<Record<LanguageCode, () => Promise<More>>> = {
  en: async () => (await import('../languages/en/more.ts')).more,
  de: async () => (await import('../languages/de/more.ts')).more,
  fr: async () => (await import('../languages/fr/more.ts')).more,
  es: async () => (await import('../languages/es/more.ts')).more,
  'pt-BR': async () => (await import('../languages/pt-BR/more.ts')).more,
  it: async () => (await import('../languages/it/more.ts')).more,
  pl: async () => (await import('../languages/pl/more.ts')).more,
  tr: async () => (await import('../languages/tr/more.ts')).more,
  uk: async () => (await import('../languages/uk/more.ts')).more,
  ja: async () => (await import('../languages/ja/more.ts')).more,
  'zh-CN': async () => (await import('../languages/zh-CN/more.ts')).more,
  ko: async () => (await import('../languages/ko/more.ts')).more,
  hi: async () => (await import('../languages/hi/more.ts')).more,
  ar: async () => (await import('../languages/ar/more.ts')).more,
};

/** Texts of results, problems and the pages beyond the list. */
export const more: Translations<typeof english> = createTranslator<typeof english>(
  await LAZY_MESSAGES[language](),
  locale,
);
