import { describe, expect, test } from 'vitest';
import type { Forms } from '../languages/catalog-of.ts';
import { INITIAL_MESSAGES } from './catalog.ts';
import { DASHBOARD_MESSAGES } from './dashboard-words.ts';
import { LANGUAGE_CODES, type LanguageCode } from './language.ts';
import { LAZY_MESSAGES } from './more-words.ts';
import { isForms } from './translator.ts';

type Leaf = readonly [path: string, text: string | Forms];

function leaves(words: unknown, path = ''): readonly Leaf[] {
  if (typeof words === 'string' || isForms(words)) return [[path, words]];
  return Object.entries(words as Readonly<Record<string, unknown>>).flatMap(([name, inner]) =>
    leaves(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** The placeholders of a sentence; a plural form may express the number by itself. */
function places(text: string, isCounted: boolean): string {
  const found = [...new Set(text.match(/\{\d\}/g) ?? [])].filter((place) => !(isCounted && place === '{0}'));
  return found.sort().join('');
}

/** All texts of a language by path. */
async function wordsIn(code: LanguageCode): Promise<ReadonlyMap<string, string | Forms>> {
  return new Map([
    ...leaves(await INITIAL_MESSAGES[code]()),
    ...leaves(await LAZY_MESSAGES[code]()),
    ...leaves(await DASHBOARD_MESSAGES[code](), 'dashboard'),
  ]);
}

const english = await wordsIn('en');
const all = new Map(
  await Promise.all(LANGUAGE_CODES.map(async (code) => [code, await wordsIn(code)] as const)),
);

describe.each(LANGUAGE_CODES)('the words in "%s"', (code) => {
  const own = all.get(code) ?? new Map<string, string | Forms>();

  test('are all there, and no others', () => {
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('say something wherever the English ones do, and lose no value', () => {
    const wrong: string[] = [];
    for (const [path, text] of own) {
      const before = english.get(path);
      const isCounted = isForms(before);
      const wanted = isCounted
        ? new Set(Object.values(before).map((form) => places(form, isCounted)))
        : new Set([places(String(before), isCounted)]);
      for (const form of isForms(text) ? Object.values(text) : [text]) {
        const isEmpty = form.trim() === '' && before !== '';
        if (isEmpty || !wanted.has(places(form, isCounted))) wrong.push(`${path}: ${form}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('have a form for each kind of number', () => {
    const kinds = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    // Fractions and millions: no file list gets there, and the general form serves.
    const wanted = kinds.filter((kind) => kind !== 'zero' && !(kind === 'many' && LATIN.has(code)));
    const lacking = [...own].filter(
      ([, text]) => isForms(text) && wanted.some((kind) => text[kind] === undefined),
    );
    expect(lacking.map(([path]) => path)).toEqual([]);
  });
});

/** Languages whose form `many` is for millions only. */
const LATIN: ReadonlySet<string> = new Set(['fr', 'es', 'pt', 'pt-BR', 'it']);

test('no English text stands unchanged in five or more other languages', () => {
  const others = LANGUAGE_CODES.filter((code) => code !== 'en');
  const textsOf = (words: string | Forms | undefined) =>
    typeof words === 'string' ? [words] : Object.values(words ?? {});
  const untranslated = [...english].flatMap(([path, words]) =>
    textsOf(words)
      .filter((text) => wordsOf(text).some((word) => !SAME_EVERYWHERE.has(word)))
      .filter((text) => {
        const same = others.filter((code) => textsOf(all.get(code)?.get(path)).includes(text));
        return same.length >= MAX_SAME;
      })
      .map((text) => `${path}: ${text}`),
  );
  expect(untranslated).toEqual([]);
});

/** Romance and Germanic languages share words such as "original"; a text equal in more languages was forgotten. */
const MAX_SAME = 5;
/** Product names, formats, units and words that many languages write the same way. */
const SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'Pagelight',
  'PDF',
  'JPEG',
  'ZIP',
  'API',
  '2FA',
  'dpi',
  'px',
  'MB',
  'KB',
  'bit',
  'min',
  'E-mail',
  'Zoom',
]);

function wordsOf(text: string): readonly string[] {
  return text.replace(/\{\d\}/g, ' ').match(/[\p{L}\d-]*\p{L}[\p{L}\d-]+|\d+\p{L}+/gu) ?? [];
}

test.each(LANGUAGE_CODES)('numbers of percent in "%s" come from Intl', (code) => {
  expect(textsIn(code).filter((text) => /%|٪/.test(text))).toEqual([]);
});

test.each<[LanguageCode, RegExp]>([
  // A narrow no-break space before ; : ! ? and inside guillemets; no other quotes.
  ['fr', /[^\u202f][;:!?»]|«[^\u202f]|["“”']/],
  ['de', /["'«»”]|„[^“]*(„|$)|\S…/],
  ['es', /["'“”]|^[^¿]+\?|^[^¡]+!/],
  ['ja', /[ぁ-んァ-ヶー一-龠}] ?[:;!?,()]|[ぁ-んァ-ヶー一-龠}] [ぁ-んァ-ヶー一-龠]|["'“”]/],
])('the punctuation of "%s" is its own', (code, wrong) => {
  expect(textsIn(code).filter((text) => wrong.test(text))).toEqual([]);
});

function textsIn(code: LanguageCode): readonly string[] {
  return [...(all.get(code)?.values() ?? [])].flatMap((text) =>
    typeof text === 'string' ? [text] : Object.values(text),
  );
}

test('every word is used somewhere', async () => {
  const sources = import.meta.glob(
    ['../../**/*.ts', '../../**/*.tsx', '!../../**/*.test.ts', '!../languages/**'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  );
  const text = Object.values(sources).join('\n');
  const unused = [...english.keys()].filter((path) => {
    const names = path.split('.');
    // Tables indexed by a key of the core or of a list.
    if (names.some((name) => LOOKED_UP.has(name))) return false;
    return !new RegExp(`\\.${names.at(-1)}\\b|\\b${names.at(-1)}[,\\s}]`).test(text);
  });
  expect(unused).toEqual([]);
});

const LOOKED_UP: ReadonlySet<string> = new Set([
  'skips',
  'passes',
  'warnings',
  'fontSteps',
  'fontReasons',
  'kinds',
  'labels',
  'parts',
  'problems',
  'phases',
  'presets',
  'nouns',
  'sorts',
  'keys',
  'facts',
  'languages',
  'ends',
  'refusals',
  'acts',
  'causes',
  'reasons',
  'states',
  'counts',
  'filters',
  'roles',
  'rolesText',
]);
