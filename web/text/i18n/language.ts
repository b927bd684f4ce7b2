import { readStored, writeStored } from '../../app/safe-local-storage.ts';

/** Languages of the tab, by their own names, in the order of the menu. */
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

export const LANGUAGE_CODES = Object.keys(LANGUAGE_NAMES) as readonly LanguageCode[];

/** Also read by public/theme.js, before the first paint. */
const KEY = 'pagelight.language';
/** In an address, to share a page in a language. */
const PARAMETER = 'lang';
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'fa', 'ur']);

/** The language to speak: of the address, else as chosen before, else the first of the browser's that is here. */
export function chosenLanguage(search: string, kept: string | null, wanted: readonly string[]): LanguageCode {
  const asked = new URLSearchParams(search).get(PARAMETER);
  for (const tag of [asked, kept, ...wanted]) {
    const code = tag === null ? undefined : languageOf(tag);
    if (code !== undefined) return code;
  }
  return 'en';
}

/** The language of a tag, such as that of `de-AT`; undefined for one that is not here. */
function languageOf(tag: string): LanguageCode | undefined {
  const exact = LANGUAGE_CODES.find((code) => code.toLowerCase() === tag.toLowerCase());
  const [base] = tag.toLowerCase().split('-');
  return exact ?? LANGUAGE_CODES.find((code) => code.toLowerCase().split('-')[0] === base);
}

/** Outside of a page, in tests, that of the sources. */
export const language: LanguageCode =
  typeof document === 'undefined'
    ? 'en'
    : chosenLanguage(location.search, readStored(KEY), navigator.languages);

/** The reader's own form of the language, for numbers: `de-AT` where the page is German. */
export const locale: string =
  typeof document === 'undefined'
    ? 'en'
    : (navigator.languages.find((tag) => languageOf(tag) === language) ?? language);

export const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';

/** Keeps the choice; the page is to be loaded anew with it. */
export function keepLanguage(code: LanguageCode): void {
  writeStored(KEY, code);
}
