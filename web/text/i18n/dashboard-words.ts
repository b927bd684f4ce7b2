import type { Dashboard, dashboard as english } from '../languages/en/dashboard.ts';
import { type LanguageCode, language, locale } from './language.ts';
import { createTranslator, type Translations } from './translator.ts';

/** As in `INITIAL_MESSAGES`: one chunk per language. */
export const DASHBOARD_MESSAGES: Readonly<Record<LanguageCode, () => Promise<Dashboard>>> = {
  en: async () => (await import('../languages/en/dashboard.ts')).dashboard,
  de: async () => (await import('../languages/de/dashboard.ts')).dashboard,
  fr: async () => (await import('../languages/fr/dashboard.ts')).dashboard,
  es: async () => (await import('../languages/es/dashboard.ts')).dashboard,
  'pt-BR': async () => (await import('../languages/pt-BR/dashboard.ts')).dashboard,
  it: async () => (await import('../languages/it/dashboard.ts')).dashboard,
  pl: async () => (await import('../languages/pl/dashboard.ts')).dashboard,
  tr: async () => (await import('../languages/tr/dashboard.ts')).dashboard,
  uk: async () => (await import('../languages/uk/dashboard.ts')).dashboard,
  ja: async () => (await import('../languages/ja/dashboard.ts')).dashboard,
  'zh-CN': async () => (await import('../languages/zh-CN/dashboard.ts')).dashboard,
  ko: async () => (await import('../languages/ko/dashboard.ts')).dashboard,
  hi: async () => (await import('../languages/hi/dashboard.ts')).dashboard,
  ar: async () => (await import('../languages/ar/dashboard.ts')).dashboard,
};

/** Texts of the dashboard, loaded with it. */
export const dashboard: Translations<typeof english> = createTranslator<typeof english>(
  await DASHBOARD_MESSAGES[language](),
  locale,
);
