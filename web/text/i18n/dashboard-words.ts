import type { Dashboard, dashboard as english } from '../languages/en/dashboard.ts';
import { type LanguageCode, language, locale } from './language.ts';
import { createTranslator, type Translations } from './translator.ts';

/** As in `INITIAL_MESSAGES`: one chunk per language. */
export const DASHBOARD_MESSAGES: Readonly<Record<LanguageCode, () => Promise<Dashboard>>> = {
  en: async () => (await import('../languages/en/dashboard.ts')).dashboard,
  de: async () => (await import('../languages/de/dashboard.json', { with: { type: 'json' } })).default,
  fr: async () => (await import('../languages/fr/dashboard.json', { with: { type: 'json' } })).default,
  es: async () => (await import('../languages/es/dashboard.json', { with: { type: 'json' } })).default,
  'pt-BR': async () =>
    (await import('../languages/pt-BR/dashboard.json', { with: { type: 'json' } })).default,
  it: async () => (await import('../languages/it/dashboard.json', { with: { type: 'json' } })).default,
  pl: async () => (await import('../languages/pl/dashboard.json', { with: { type: 'json' } })).default,
  tr: async () => (await import('../languages/tr/dashboard.json', { with: { type: 'json' } })).default,
  uk: async () => (await import('../languages/uk/dashboard.json', { with: { type: 'json' } })).default,
  ja: async () => (await import('../languages/ja/dashboard.json', { with: { type: 'json' } })).default,
  'zh-CN': async () =>
    (await import('../languages/zh-CN/dashboard.json', { with: { type: 'json' } })).default,
  ko: async () => (await import('../languages/ko/dashboard.json', { with: { type: 'json' } })).default,
  hi: async () => (await import('../languages/hi/dashboard.json', { with: { type: 'json' } })).default,
  ar: async () => (await import('../languages/ar/dashboard.json', { with: { type: 'json' } })).default,
};

/** Texts of the dashboard, loaded with it. */
export const dashboard: Translations<typeof english> = createTranslator<typeof english>(
  await DASHBOARD_MESSAGES[language](),
  locale,
);
