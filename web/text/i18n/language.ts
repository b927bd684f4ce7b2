import { keysOf } from '../../../shared/lists.ts';
import { readStored, writeStored } from '../../device/safe-local-storage.ts';

/** Languages of the page by their own names, in menu order. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  it: 'Italiano',
  pl: 'Polski',
  tr: 'Türkçe',
  uk: 'Українська',
  ja: '日本語',
  'zh-CN': '简体中文',
  ko: '한국어',
  hi: 'हिन्दी',
  ar: 'العربية',
} as const;

export type LanguageCode = keyof typeof LANGUAGE_NAMES;

export const LANGUAGE_CODES = keysOf(LANGUAGE_NAMES);

/** Also read by public/theme.js, before the first paint. */
const KEY = 'pagelight.language';
/** Query parameter for sharing a page in a language. */
const PARAMETER = 'lang';
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'fa', 'ur']);

/** Selects the language: from the URL, else the stored choice, else the first supported one of the browser's. */
export function chosenLanguage(search: string, kept: string | null, wanted: readonly string[]): LanguageCode {
  const asked = new URLSearchParams(search).get(PARAMETER);
  for (const tag of [asked, kept, ...wanted]) {
    const code = tag === null ? undefined : languageOf(tag);
    if (code !== undefined) return code;
  }
  return 'en';
}

/** The language of a tag such as `de-AT`; undefined if unsupported. */
function languageOf(tag: string): LanguageCode | undefined {
  const exact = LANGUAGE_CODES.find((code) => code.toLowerCase() === tag.toLowerCase());
  const [base] = tag.toLowerCase().split('-');
  return exact ?? LANGUAGE_CODES.find((code) => code.toLowerCase().split('-')[0] === base);
}

/** Outside a page, in tests, the language of the sources. */
export const language: LanguageCode =
  typeof document === 'undefined'
    ? 'en'
    : chosenLanguage(location.search, readStored(KEY), navigator.languages);

/** The reader's regional variant of the language, for numbers: `de-AT` if the page is German. */
export const locale: string =
  typeof document === 'undefined'
    ? 'en'
    : (navigator.languages.find((tag) => languageOf(tag) === language) ?? language);

export const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';

/** Stores the choice, which takes effect on reload. */
export function keepLanguage(code: LanguageCode): void {
  writeStored(KEY, code);
}
