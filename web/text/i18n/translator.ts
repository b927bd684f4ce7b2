import type { CatalogOf, Forms } from '../languages/catalog-of.ts';

/** A value in a sentence; numbers are formatted for the language. */
export type Value = string | number;

/**
 * The translated catalog: texts without placeholders stay texts, others become functions of their values in order, and
 * plural sentences take the number first.
 */
export type Translations<Words> = Words extends string
  ? Words extends `${string}{${number}}${string}`
    ? (...values: readonly Value[]) => string
    : string
  : Words extends { readonly one: string; readonly other: string }
    ? (count: number, ...values: readonly Value[]) => string
    : Words extends readonly unknown[]
      ? { readonly [Index in keyof Words]: Translations<Words[Index]> }
      : { readonly [Name in keyof Words]: Translations<Words[Name]> };

const PLACE = /\{(\d)\}/g;

/** Turns a catalog into texts and functions: the one place where values enter sentences. */
export function createTranslator<Words>(catalog: CatalogOf<Words>, locale: string): Translations<Words> {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const filled = (text: string, values: readonly Value[]) =>
    text.replace(PLACE, (_, at) => {
      const value = values[Number(at)] ?? '';
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  const spoken = (words: unknown): unknown => {
    if (typeof words === 'string') {
      return words.search(PLACE) < 0 ? words : (...values: readonly Value[]) => filled(words, values);
    }
    if (Array.isArray(words)) return words.map(spoken);
    if (isForms(words)) {
      return (count: number, ...values: readonly Value[]) =>
        filled(words[rules.select(count)] ?? words.other, [count, ...values]);
    }
    return Object.fromEntries(
      Object.entries(words as Readonly<Record<string, unknown>>).map(([name, text]) => [name, spoken(text)]),
    );
  };
  // The result has the shape of the catalog, sentence by sentence.
  return spoken(catalog) as Translations<Words>;
}

const FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

export function isForms(words: unknown): words is Forms {
  if (typeof words !== 'object' || words === null || !('other' in words)) return false;
  return Object.keys(words).every((name) => FORMS.has(name));
}
