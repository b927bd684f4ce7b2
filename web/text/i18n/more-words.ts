import type { more as english, More } from '../languages/en/more.ts';
import { type LanguageCode, language, locale } from './language.ts';
import { createTranslator, type Translations } from './translator.ts';

/** As in `INITIAL_MESSAGES`: one chunk per language. */
export const LAZY_MESSAGES: Readonly<Record<LanguageCode, () => Promise<More>>> = {
  en: async () => (await import('../languages/en/more.ts')).more,
  de: async () => (await import('../languages/de/more.json', { with: { type: 'json' } })).default,
  fr: async () => (await import('../languages/fr/more.json', { with: { type: 'json' } })).default,
  es: async () => (await import('../languages/es/more.json', { with: { type: 'json' } })).default,
  'pt-BR': async () => (await import('../languages/pt-BR/more.json', { with: { type: 'json' } })).default,
  it: async () => (await import('../languages/it/more.json', { with: { type: 'json' } })).default,
  pl: async () => (await import('../languages/pl/more.json', { with: { type: 'json' } })).default,
  tr: async () => (await import('../languages/tr/more.json', { with: { type: 'json' } })).default,
  uk: async () => (await import('../languages/uk/more.json', { with: { type: 'json' } })).default,
  ja: async () => (await import('../languages/ja/more.json', { with: { type: 'json' } })).default,
  'zh-CN': async () => (await import('../languages/zh-CN/more.json', { with: { type: 'json' } })).default,
  ko: async () => (await import('../languages/ko/more.json', { with: { type: 'json' } })).default,
  hi: async () => (await import('../languages/hi/more.json', { with: { type: 'json' } })).default,
  ar: async () => (await import('../languages/ar/more.json', { with: { type: 'json' } })).default,
};

/** Texts of results, problems and the pages beyond the list. */
export const more: Translations<typeof english> = createTranslator<typeof english>(
  await LAZY_MESSAGES[language](),
  locale,
);
