import { describe, expect, test } from 'vitest';
import { pagesDocument, stream } from '../../../testing/documents/documents.ts';
import { key, PDFRawStream } from '../../objects.ts';
import { analyzeContent, type ContentAnalysis } from '../analysis.ts';
import { imagePlacements } from '../placement.ts';
import { resourceUses } from '../resources-used.ts';

const IMAGE = stream('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', '0');
const SHARED = 60;
const FIRST = 1000;

/** Number of drawings, which is the number of steps to traverse all content. */
function edges(survey: ContentAnalysis): number {
  return survey.units.reduce((sum, unit) => sum + unit.draws.size, 0);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => FIRST + index);
}

function refs(count: number): string {
  return numbers(count)
    .map((number) => `${number} 0 R`)
    .join(' ');
}

/** Pages that share one array of annotations, whose appearances draw image 100. */
function annotatedPages(pages: number, page = '', form = '/Resources << /XObject << /I 100 0 R >> >>') {
  const annotations = numbers(SHARED).map((number, index) => [
    number,
    `<< /Type /Annot /Subtype /Stamp /Rect [0 0 ${index + 1} 5] /AP << /N ${number + SHARED} 0 R >> >>`,
  ]);
  const appearances = numbers(SHARED).map((number) => [
    number + SHARED,
    stream(`/Subtype /Form /BBox [0 0 10 10] ${form}`, '10 0 0 10 0 0 cm /I Do'),
  ]);
  return pagesDocument(
    Array.from({ length: pages }, (_, index) => `/Annots 101 0 R ${page.replaceAll('#', `${index}`)}`),
    {
      100: IMAGE,
      101: `[${refs(SHARED)}]`,
      ...Object.fromEntries([...annotations, ...appearances]),
    },
  );
}

/** One page that shows text in fonts with a common glyph dictionary. */
function fontsOfOneGlyphSet(fonts: number, glyph = '/I Do', more = '') {
  const names = Array.from({ length: fonts }, (_, index) => `/F${index} ${FIRST + index} 0 R`);
  const font = `<< /Type /Font /Subtype /Type3 /CharProcs 101 0 R /Resources 102 0 R /FontMatrix [0.1 0 0 0.1 0 0] >>`;
  const glyphs = Array.from({ length: SHARED }, (_, index) => `/g${index} ${200 + index} 0 R`);
  const procs = Array.from({ length: SHARED }, (_, index) => [200 + index, stream('', glyph)]);
  return pagesDocument([`/Contents 103 0 R /Resources << /Font << ${names.join(' ')} >> >>`], {
    100: IMAGE,
    101: `<< ${glyphs.join(' ')} >>`,
    102: `<< /XObject << /I 100 0 R >> ${more} >>`,
    103: stream('', names.map((_, index) => `/F${index} ${index + 1} Tf (x) Tj`).join(' ')),
    ...Object.fromEntries([...procs, ...numbers(fonts).map((number) => [number, font])]),
  });
}

describe('the work for pages that share annotations', () => {
  test.each([2, 20, 200])('of %i pages is that of pages plus that of annotations', (pages) => {
    const survey = analyzeContent(annotatedPages(pages));
    // Each appearance with its image, again for the first page and for the list; from each page to its lists.
    expect(edges(survey)).toBeLessThanOrEqual(3 * SHARED + 2 * pages);
  });

  test('leaves the largest size and the pages as they are when nothing is shared', () => {
    expect(imagePlacements(annotatedPages(3)).get('100 0 R')).toEqual({
      widthPt: SHARED,
      heightPt: 5,
      pages: [0, 1, 2],
    });
    expect(imagePlacements(annotatedPages(1)).get('100 0 R')).toMatchObject({ widthPt: SHARED, heightPt: 5 });
  });

  test('takes each page for itself where appearances look names up in its resources', () => {
    const doc = annotatedPages(3, '/Resources << /XObject << /I 100 0 R /Unused# 100 0 R >> >>', '');
    const unused = resourceUses(doc).map((use) => use.unused.map(String));
    expect(unused).toEqual([['/Unused0'], ['/Unused1'], ['/Unused2']]);
  });

  test('doubts the sizes on every page where an appearance has no box', () => {
    const doc = annotatedPages(3);
    for (const [, object] of doc.context.enumerateIndirectObjects()) {
      if (object instanceof PDFRawStream) object.dict.delete(key('BBox'));
    }
    const survey = analyzeContent(doc);
    expect(survey.pages.map(({ unit }) => unit.doubt)).toEqual(['sizes', 'sizes', 'sizes']);
  });
});

describe('the work for Type 3 fonts that share glyphs', () => {
  test.each([2, 20, 200])('of %i fonts is that of fonts plus that of glyphs', (fonts) => {
    const survey = analyzeContent(fontsOfOneGlyphSet(fonts));
    expect(survey.units.filter(({ kind }) => kind === 'glyph')).toHaveLength(SHARED);
    // Each glyph with its image, again for the first font and for the list; the page to each font, and on to lists.
    expect(edges(survey)).toBeLessThanOrEqual(3 * SHARED + 3 * fonts);
  });

  test('carries the size of every font to the glyphs', () => {
    expect(imagePlacements(fontsOfOneGlyphSet(5)).get('100 0 R')).toMatchObject({
      widthPt: 0.5,
      heightPt: 0.5,
    });
  });

  test('ends where a glyph shows text in another font of the same glyphs', () => {
    const more = `/Font << /G ${FIRST + 1} 0 R >>`;
    const survey = analyzeContent(fontsOfOneGlyphSet(3, '/G 1 Tf (x) Tj', more));
    expect(survey.pages[0]?.unit.doubt).toBe('names');
  });
});
