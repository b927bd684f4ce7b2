import type { First, first } from '../languages/en/first.ts';
import { direction, type LanguageCode, language, locale } from './language.ts';
import { createTranslator, type Translations } from './translator.ts';

/** Each language is a chunk of its own: only the current one is loaded. */
export const INITIAL_MESSAGES: Readonly<Record<LanguageCode, () => Promise<First>>> = {
  en: async () => (await import('../languages/en/first.ts')).first,
  de: async () => (await import('../languages/de/first.json', { with: { type: 'json' } })).default,
  fr: async () => (await import('../languages/fr/first.json', { with: { type: 'json' } })).default,
  es: async () => (await import('../languages/es/first.json', { with: { type: 'json' } })).default,
  'pt-BR': async () => (await import('../languages/pt-BR/first.json', { with: { type: 'json' } })).default,
  it: async () => (await import('../languages/it/first.json', { with: { type: 'json' } })).default,
  pl: async () => (await import('../languages/pl/first.json', { with: { type: 'json' } })).default,
  tr: async () => (await import('../languages/tr/first.json', { with: { type: 'json' } })).default,
  uk: async () => (await import('../languages/uk/first.json', { with: { type: 'json' } })).default,
  ja: async () => (await import('../languages/ja/first.json', { with: { type: 'json' } })).default,
  'zh-CN': async () => (await import('../languages/zh-CN/first.json', { with: { type: 'json' } })).default,
  ko: async () => (await import('../languages/ko/first.json', { with: { type: 'json' } })).default,
  hi: async () => (await import('../languages/hi/first.json', { with: { type: 'json' } })).default,
  ar: async () => (await import('../languages/ar/first.json', { with: { type: 'json' } })).default,
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
