import { describe, expect, test } from 'vitest';
import { buildDocument, type ObjectSource, stream } from '../../../testing/documents/documents.ts';
import { contextEntries, PDFRef } from '../../objects.ts';
import { catalogOf, pageRefs } from '../../page-tree.ts';
import { PageUses, partOf, type Use, usesOfAll } from './page-uses.ts';

interface Parts {
  readonly catalog?: string;
  readonly trailer?: string;
  /** Numbers of values that are written in the place of their reference. */
  readonly direct?: readonly number[];
}

/** Pages 3, 4 … of these entries. */
function usesIn(
  pages: readonly string[],
  objects: Readonly<Record<number, ObjectSource>>,
  { catalog = '', trailer = '', direct = [] }: Parts = {},
) {
  const numbered = pages.map(
    (entries, at) => [at + 3, `<< /Type /Page /Parent 2 0 R ${entries} >>`] as const,
  );
  const doc = buildDocument(
    {
      1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      2: `<< /Type /Pages /Count ${pages.length} /Kids [${numbered.map(([number]) => `${number} 0 R`).join(' ')}] >>`,
      ...Object.fromEntries(numbered),
      ...objects,
    },
    { trailer: `<< /Root 1 0 R ${trailer} >>` },
  );
  const entries = contextEntries(doc.context);
  return new PageUses({
    trailer: doc.trailer,
    catalog: catalogOf(doc.trailer)!,
    pages: pageRefs(doc.trailer),
    objectOf: (ref) => entries.get(ref),
    isWritten: ({ objectNumber }) => !direct.includes(objectNumber),
  });
}

/** The part of each object of these numbers; a dash for one that nothing uses. */
function partsOf(numbers: readonly number[], ...document: Parameters<typeof usesIn>): string[] {
  const uses = usesIn(...document).all()!;
  return numbers.map((number) => {
    const use = uses.get(PDFRef.of(number));
    return use === undefined ? '-' : partOf(use);
  });
}

const SHARED = { 10: '(a)', 11: '(b)', 12: '(c)', 13: '(d)' };

describe('an object belongs', () => {
  test('to the first page if that uses it, whoever else does', () => {
    expect(
      partsOf([3, 10, 11], ['/A 10 0 R', '/A 10 0 R /B 11 0 R'], SHARED, { catalog: '/C 10 0 R' }),
    ).toEqual(['first-page', 'first-page', 'page']);
  });

  test('to the one other page that uses it, and else to all', () => {
    const pages = ['', '/A 10 0 R /B 11 0 R', '/B 11 0 R /C 12 0 R', '/C [12 0 R 12 0 R]'];
    expect(partsOf([4, 5, 10, 11, 12, 13], pages, SHARED)).toEqual([
      'page',
      'page',
      'page',
      'shared',
      'shared',
      '-',
    ]);
  });

  test('to the rest if the document uses it otherwise', () => {
    const document = { catalog: '/Names 10 0 R', trailer: '/Info 11 0 R' };
    expect(partsOf([10, 11, 12], ['', '/A 10 0 R'], SHARED, document)).toEqual(['other', 'other', '-']);
    expect(partsOf([10], ['', '/A 10 0 R', '/A 10 0 R'], SHARED, document)).toEqual(['shared']);
  });

  test.each(['ViewerPreferences', 'PageMode', 'Threads', 'OpenAction', 'AcroForm'])(
    'to the opening of the document by /%s',
    (name) => {
      expect(
        partsOf([10, 11], ['/A 10 0 R'], { 10: '[11 0 R]', 11: '(x)' }, { catalog: `/${name} 10 0 R` }),
      ).toEqual(['document', 'document']);
    },
  );

  test('to the outlines, with all below them', () => {
    const objects = { 10: '<< /First 11 0 R >>', 11: '<< /Dest [4 0 R] /Next 12 0 R >>', 12: '(c)' };
    expect(partsOf([10, 11, 12, 4], ['', ''], objects, { catalog: '/Outlines 10 0 R' })).toEqual([
      'outlines',
      'outlines',
      'outlines',
      'page',
    ]);
  });

  test('to a page by whatever leads to it, in streams too', () => {
    const objects = {
      10: '<< /A [[11 0 R]] >>',
      11: stream('/Resources << /B 12 0 R >> /Length 13 0 R', 'q'),
      12: '10 0 R',
      13: '1',
    };
    expect(partsOf([10, 11, 12, 13], ['', '/A 10 0 R'], objects)).toEqual(['page', 'page', 'page', '-']);
  });

  test('to no page by another page, its parent, or its thumbnail', () => {
    const objects = { 10: '<< /P 4 0 R >>', 11: '(of page 4)', 12: stream('', 'thumbnail') };
    expect(partsOf([2, 10, 11, 12], ['/A 10 0 R /Thumb 12 0 R', '/B 11 0 R'], objects)).toEqual([
      'other',
      'first-page',
      'page',
      'other',
    ]);
  });

  test('nowhere if it is written in the place of its reference, unlike what it refers to', () => {
    expect(partsOf([10, 11], ['/A 10 0 R'], { 10: '[11 0 R]', 11: '(x)' }, { direct: [10] })).toEqual([
      '-',
      'first-page',
    ]);
  });
});

test('a page visits itself first, then each object once', () => {
  const uses = usesIn(['/A [10 0 R 10 0 R] /B 11 0 R /C 10 0 R', ''], { 10: '<< /D 11 0 R >>', 11: '(b)' });
  for (const index of [0, 0]) {
    const seen: number[] = [];
    expect(uses.page(index, ({ objectNumber }) => seen.push(objectNumber))).toBe(true);
    expect(seen[0]).toBe(3);
    expect(seen.toSorted((a, b) => a - b)).toEqual([3, 10, 11]);
  }
});

describe('objects that are packed together', () => {
  const NONE: Use = { outlines: false, opening: false, firstPage: false, otherPage: -1, elsewhere: false };

  test('have all uses of each', () => {
    for (const name of ['outlines', 'opening', 'firstPage', 'elsewhere'] as const) {
      expect(usesOfAll([NONE, { ...NONE, [name]: true }, undefined, NONE])).toEqual({
        ...NONE,
        [name]: true,
      });
    }
    expect(usesOfAll([])).toEqual(NONE);
  });

  test('are of one page only if all are', () => {
    const of = (...pages: readonly number[]) =>
      partOf(usesOfAll(pages.map((otherPage) => ({ ...NONE, otherPage }))));
    expect(of(3, 3)).toBe('page');
    expect(of(-1, 3, -1)).toBe('page');
    expect(of(3, 4)).toBe('shared');
    expect(of(3, 4, 4, 3)).toBe('shared');
    expect(of(0, 0)).toBe('page');
    expect(of(-1)).toBe('other');
    expect(
      usesOfAll([
        { ...NONE, otherPage: 3 },
        { ...NONE, otherPage: 3 },
      ]).otherPage,
    ).toBe(3);
  });
});
