import { describe, expect, test } from 'vitest';
import { buildDocument, type ObjectSource } from '../../testing/documents/documents.ts';
import type { PdfDocument } from '../document.ts';
import { key, PDFArray, PDFDict, type PDFObject, PDFRef } from '../objects.ts';
import { RefSet } from '../ref-map.ts';
import { type RepairedPageTree, repairPageTree } from './repaired-page-tree.ts';

interface Repaired extends RepairedPageTree {
  readonly doc: PdfDocument;
}

interface Parts {
  readonly pages?: string;
  readonly catalog?: string;
  /** Numbers that exist with another generation. */
  readonly others?: readonly number[];
  readonly lost?: readonly number[];
}

/** Repairs a document of these objects; 2 is the root of its page tree. */
function repaired(
  objects: Readonly<Record<number, ObjectSource>>,
  { pages = '2 0 R', catalog = '', others = [], lost = [] }: Parts = {},
): Repaired {
  const doc = buildDocument({ 1: `<< /Type /Catalog /Pages ${pages} ${catalog} >>`, ...objects });
  const lostRefs = new RefSet();
  for (const number of lost) lostRefs.add(PDFRef.of(number));
  return {
    doc,
    ...repairPageTree(doc.trailer, ({ objectNumber }) => others.includes(objectNumber), lostRefs),
  };
}

function textOf(object: PDFObject | undefined): string {
  return String(object).replaceAll(/\s+/g, ' ');
}

function dictAt(doc: PdfDocument, ...path: readonly (string | number)[]): PDFDict {
  let object: PDFObject | undefined = doc.context.lookup(PDFRef.of(1));
  for (const step of path) {
    if (object instanceof PDFArray) object = object.lookup(step as number);
    else object = (object as PDFDict).lookup(key(step as string));
  }
  return object as PDFDict;
}

/** The kids of the root: a page's `/Is`, or a list of those below. */
type Shown = string | readonly Shown[];
function shownBelow(node: PDFDict): readonly Shown[] {
  const kids = node.lookup(key('Kids'), PDFArray);
  return Array.from({ length: kids.size() }, (_, index) => {
    const kid = kids.lookup(index) as PDFDict | undefined;
    if (!(kid instanceof PDFDict)) return textOf(kid);
    return kid.has(key('Kids')) ? shownBelow(kid) : textOf(kid.get(key('Is')) ?? kid.get(key('Type')));
  });
}
const shown = ({ doc }: Repaired) => shownBelow(dictAt(doc, 'Pages'));
const count = ({ doc }: Repaired, ...path: readonly (string | number)[]) =>
  textOf(dictAt(doc, 'Pages', ...path).get(key('Count')));

const page = (name: string, entries = '') => `<< /Type /Page /Parent 2 0 R /Is /${name} ${entries} >>`;
const pagesOf = (kids: string, total: number, entries = '') =>
  `<< /Type /Pages /Kids [${kids}] /Count ${total} ${entries} >>`;
const BOX = '/MediaBox [0 0 9 9]';

test('a sound tree stays as it is, object for object', () => {
  const objects = {
    2: pagesOf('3 0 R 4 0 R', 3),
    3: page('A'),
    4: pagesOf('5 0 R 6 0 R', 2, '/Parent 2 0 R'),
    5: page('B'),
    6: page('C'),
  };
  const result = repaired(objects);
  expect(result).toMatchObject({ repairs: [], isInDoubt: false, emptyPages: 0 });
  expect(result.lostParents.refs).toEqual([]);
  const untouched = buildDocument({ 1: '<< /Type /Catalog /Pages 2 0 R >>', ...objects });
  expect(String(result.doc.context.enumerateIndirectObjects())).toBe(
    String(untouched.context.enumerateIndirectObjects()),
  );
});

describe('nothing is touched', () => {
  test.each<[string, string]>([
    ['without a page tree', '8 0 R'],
    ['if it is no dictionary', '[ 3 0 R ]'],
    ['if its root has no kids', '<< /Type /Pages >>'],
    ['if its kids are no list', '<< /Type /Page /Kids 3 0 R >>'],
  ])('%s', (_, pages) => {
    const result = repaired({ 3: page('A') }, { pages });
    expect(result).toMatchObject({ repairs: [], isInDoubt: false, emptyPages: 0 });
    expect(textOf(result.doc.context.lookup(PDFRef.of(1)))).toBe(`<< /Type /Catalog /Pages ${pages} >>`);
  });

  test('without a catalog', () => {
    const doc = buildDocument({ 2: pagesOf('null', 1) }, { trailer: '<< /Size 3 >>' });
    expect(repairPageTree(doc.trailer, () => false, new RefSet()).repairs).toEqual([]);
  });
});

describe('the root', () => {
  test('that stands in the catalog becomes an object, which its pages name as their parent', () => {
    const result = repaired({ 3: page('A') }, { pages: pagesOf('3 0 R', 1) });
    expect(result.repairs).toEqual(['the page tree stood in the catalog itself']);
    expect((result.doc.context.lookup(PDFRef.of(1)) as PDFDict).get(key('Pages'))).toBeInstanceOf(PDFRef);
    expect(shown(result)).toEqual(['/A']);
  });

  test('that is called a page, and has kids, is the root all the same', () => {
    const result = repaired({ 2: '<< /Type /Page /Kids [3 0 R] /Count 1 >>', 3: page('A') });
    expect(result.repairs).toEqual(['the root of the page tree was called a page']);
    expect(textOf(dictAt(result.doc, 'Pages').get(key('Type')))).toBe('/Pages');
    expect(shown(result)).toEqual(['/A']);
  });
});

describe('a kid that is no object of its own', () => {
  test('becomes one, in its place', () => {
    const direct = '<< /Type /Page /Is /B >>';
    const result = repaired({ 2: pagesOf(`3 0 R ${direct} 4 0 R ${direct}`, 4), 3: page('A'), 4: page('C') });
    expect(result.repairs).toEqual(["2 of the page tree's kids were no objects of their own"]);
    expect(shown(result)).toEqual(['/A', '/B', '/C', '/B']);
    const kids = dictAt(result.doc, 'Pages').lookup(key('Kids'), PDFArray);
    expect(kids.asArray().every((kid) => kid instanceof PDFRef)).toBe(true);
    expect(count(result)).toBe('4');
    expect(result.isInDoubt).toBe(false);
  });

  test('keeps the kids below it', () => {
    const result = repaired({
      2: pagesOf('<< /Type /Pages /Kids [3 0 R null] /Count 1 >>', 1),
      3: page('A'),
    });
    expect(shown(result)).toEqual([['/A']]);
    expect(result.repairs).toContain("1 of the page tree's kids were no objects of their own");
  });
});

describe('kids that are no pages', () => {
  const KIDS = [
    ['null', 'null'],
    ['a lost object', '77 0 R'],
    ['a number', '7'],
    ['a name', '/Page'],
    ['a list', '[3 0 R]'],
  ] as const;

  test.each(KIDS)('%s: it goes if the root does not count it', (_, kid) => {
    const result = repaired({ 2: pagesOf(`3 0 R ${kid} 4 0 R`, 2), 3: page('A'), 4: page('B') });
    expect(result.repairs).toEqual(["1 of the page tree's kids were no pages and are gone"]);
    expect(shown(result)).toEqual(['/A', '/B']);
    expect(result).toMatchObject({ emptyPages: 0, isInDoubt: false });
    expect(count(result)).toBe('2');
  });

  test.each(KIDS)('%s: it is an empty page if the root counts it', (_, kid) => {
    const result = repaired({ 2: pagesOf(`3 0 R ${kid} 4 0 R`, 3), 3: page('A'), 4: page('B') });
    expect(result.repairs).toEqual(["1 of the page tree's kids were no pages and are empty pages now"]);
    expect(shown(result)).toEqual(['/A', '/Page', '/B']);
    expect(result).toMatchObject({ emptyPages: 1, isInDoubt: false });
    expect(textOf(dictAt(result.doc, 'Pages', 'Kids', 1))).toBe(
      '<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 792 ] >>',
    );
    expect(count(result)).toBe('3');
  });

  test('an empty page has the size that its parents give', () => {
    const below = pagesOf('null 3 0 R', 2, '/Parent 2 0 R');
    for (const objects of [
      { 2: pagesOf('4 0 R', 2, BOX), 3: page('A'), 4: below },
      { 2: pagesOf('4 0 R', 2), 3: page('A'), 4: below.replace('/Kids', `${BOX} /Kids`) },
    ])
      expect(textOf(dictAt(repaired(objects).doc, 'Pages', 'Kids', 0, 'Kids', 0))).toBe(
        '<< /Type /Page /Parent 4 0 R >>',
      );
  });

  test('are told apart from streams and dictionaries of other types, which readers show', () => {
    const result = repaired({
      2: pagesOf('3 0 R 4 0 R 5 0 R', 2),
      3: { dict: '<< /Is /Stream >>', data: 'q Q' },
      4: '<< /Type /Font /Is /B >>',
      5: '<< /Is /C >>',
    });
    expect(result.repairs).toEqual([]);
    expect(shown(result)).toHaveLength(3);
  });

  test('a page with kids is a page, not a node', () => {
    const result = repaired({ 2: pagesOf('3 0 R', 1), 3: page('A', '/Kids [null null]') });
    expect(result.repairs).toEqual([]);
  });

  test('below: nodes on the way count less, others as before', () => {
    const result = repaired({
      2: pagesOf('3 0 R 6 0 R', 9),
      3: pagesOf('4 0 R null', 2, '/Parent 2 0 R'),
      4: page('A'),
      6: pagesOf('7 0 R 8 0 R', 7, '/Parent 2 0 R'),
      7: page('B'),
      8: page('C'),
    });
    expect(shown(result)).toEqual([['/A'], ['/B', '/C']]);
    expect([count(result), count(result, 'Kids', 0), count(result, 'Kids', 1)]).toEqual(['3', '1', '7']);
  });

  test('many of them are counted', () => {
    const result = repaired({ 2: pagesOf('null 3 0 R 5 null', 1), 3: page('A') });
    expect(result.repairs).toEqual(["3 of the page tree's kids were no pages and are gone"]);
    expect(shown(result)).toEqual(['/A']);
  });
});

describe('a kid that is its own ancestor', () => {
  test('goes, and its siblings stay', () => {
    const result = repaired({ 2: pagesOf('2 0 R 3 0 R', 1), 3: page('A') });
    expect(result.repairs).toEqual(["1 of the page tree's kids were no pages and are gone"]);
    expect(shown(result)).toEqual(['/A']);
  });

  test('goes from deep below too', () => {
    const result = repaired({
      2: pagesOf('4 0 R 3 0 R', 2),
      3: page('A'),
      4: pagesOf('5 0 R 2 0 R 4 0 R', 1, '/Parent 2 0 R'),
      5: page('B'),
    });
    expect(shown(result)).toEqual([['/B'], '/A']);
  });

  test('is an empty page behind the others, as readers number it, if the root counts it', () => {
    const result = repaired({ 2: pagesOf('2 0 R 3 0 R 4 0 R', 3), 3: page('A'), 4: page('B') });
    expect(shown(result)).toEqual(['/A', '/B', '/Page']);
    expect(result.emptyPages).toBe(1);
  });

  test('is told apart from a page or a node that is listed twice', () => {
    const result = repaired({
      2: pagesOf('3 0 R 3 0 R 4 0 R 4 0 R', 4),
      3: page('A'),
      4: pagesOf('5 0 R', 1, '/Parent 2 0 R'),
      5: page('B'),
    });
    expect(result.repairs).toEqual([]);
    expect(shown(result)).toEqual(['/A', '/A', ['/B'], ['/B']]);
  });

  test('and a tree of ten thousand nodes ends without exhausting the stack', () => {
    const doc = buildDocument({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: 'null' });
    const { context } = doc;
    let below = context.register(context.obj({}));
    for (let node = 1; node < 10_000; node += 1)
      below = context.register(context.obj({ Kids: [below, null] }));
    context.assign(PDFRef.of(2), context.obj({ Kids: [below, null] }));
    expect(repairPageTree(doc.trailer, () => false, new RefSet()).repairs).toEqual([
      "10000 of the page tree's kids were no pages and are gone",
    ]);
  });
});

describe('a document is in doubt', () => {
  test('if a kid that goes may be a page of another generation', () => {
    const objects = { 2: pagesOf('3 0 R 9 1 R', 1), 3: page('A'), 9: page('B') };
    expect(repaired(objects, { others: [9] }).isInDoubt).toBe(true);
    expect(repaired(objects, { others: [8] }).isInDoubt).toBe(false);
    const counted = { ...objects, 2: pagesOf('3 0 R 9 1 R', 2) };
    expect(repaired(counted, { others: [9] }).isInDoubt).toBe(true);
  });

  test.each<[string, string, number, boolean]>([
    ['before a page goes', 'null 3 0 R', 1, true],
    ['behind all pages goes', '3 0 R null', 1, false],
    ['between pages goes', '3 0 R null 4 0 R', 2, true],
    ['before a page stays as an empty page', 'null 3 0 R', 2, false],
  ])('with page labels, if a kid %s', (_, kids, total, isInDoubt) => {
    const objects = { 2: pagesOf(kids, total), 3: page('A'), 4: page('B') };
    expect(repaired(objects, { catalog: '/PageLabels << /Nums [] >>' }).isInDoubt).toBe(isInDoubt);
    expect(repaired(objects).isInDoubt).toBe(false);
  });

  test('by the first of several kids that go', () => {
    const objects = { 2: pagesOf('null 3 0 R null', 1), 3: page('A') };
    expect(repaired(objects, { catalog: '/PageLabels 8 0 R' }).isInDoubt).toBe(true);
  });
});

describe('a page whose parent is lost', () => {
  const ALL = `${BOX} /Resources << >> /CropBox [0 0 9 9] /Rotate 0`;
  const orphan = (entries = '') => `<< /Type /Page /Parent 88 0 R /Is /A ${entries} >>`;

  test('gets the node that lists it, if it has nothing to inherit from there', () => {
    const result = repaired({ 2: pagesOf('3 0 R', 1), 3: orphan() }, { lost: [88] });
    expect(textOf(dictAt(result.doc, 'Pages', 'Kids', 0).get(key('Parent')))).toBe('2 0 R');
    expect(result.lostParents.refs).toEqual([PDFRef.of(88)]);
    expect(result.repairs).toEqual(['1 lost objects were the parent of pages']);
  });

  test.each(['/Resources << >>', BOX, '/CropBox [0 0 9 9]', '/Rotate 90'])(
    'stays so if its look would change by %s',
    (entry) => {
      const above = pagesOf('3 0 R', 1, entry);
      const result = repaired({ 2: above, 3: orphan() }, { lost: [88] });
      expect(textOf(dictAt(result.doc, 'Pages', 'Kids', 0).get(key('Parent')))).toBe('88 0 R');
      expect(result.repairs).toEqual([]);
      const own = repaired({ 2: above, 3: orphan(ALL) }, { lost: [88] });
      expect(textOf(dictAt(own.doc, 'Pages', 'Kids', 0).get(key('Parent')))).toBe('2 0 R');
    },
  );

  test('below a node gets that node, by what it inherits from all above', () => {
    const objects = { 2: pagesOf('4 0 R', 1, BOX), 4: pagesOf('3 0 R', 1, '/Parent 2 0 R'), 3: orphan() };
    expect(repaired(objects, { lost: [88] }).repairs).toEqual([]);
    const sized = repaired({ ...objects, 3: orphan(BOX) }, { lost: [88] });
    expect(textOf(dictAt(sized.doc, 'Pages', 'Kids', 0, 'Kids', 0).get(key('Parent')))).toBe('4 0 R');
  });

  test('stays so if the file was whole', () => {
    const result = repaired({ 2: pagesOf('3 0 R', 1), 3: orphan() });
    expect(result.repairs).toEqual([]);
    expect(result.lostParents.refs).toEqual([]);
  });
});
