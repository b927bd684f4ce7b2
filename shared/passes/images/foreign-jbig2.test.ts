import { describe, expect, test } from 'vitest';
import { stream } from '../../testing/documents/documents.ts';
import {
  CORNER_PAGES,
  GENERIC_PAGES,
  HALFTONE_PAGES,
  type Jbig2Page,
  OPERATOR_PAGES,
  REFINEMENT_PAGES,
  TEXT_PAGES,
} from '../../testing/jbig2/pages.ts';
import { drawnDifference, imageRenders } from '../../testing/judges/image-renders.ts';
import { IMAGE } from '../../testing/pictures/image-runs.ts';

/**
 * JBIG2 streams of other encoders, with all features of the standard: PDFium renders the same before and after
 * the images pass has recoded them.
 */

const GLOBALS = 101;

function imageOf({ data, globals, picture }: Jbig2Page) {
  const parms = globals === null ? '' : `/DecodeParms << /JBIG2Globals ${GLOBALS} 0 R >>`;
  const dict = `/Subtype /Image /Width ${picture.width} /Height ${picture.height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode ${parms}`;
  return { [IMAGE]: stream(dict, data), [GLOBALS]: stream('', globals ?? new Uint8Array()) };
}

/** RGB of the page without its outermost pixels, like `imageRenders`. */
function shown({ picture: { width, height, pixels } }: Jbig2Page): Uint8Array {
  const inner = [...pixels].filter((_, at) => {
    const x = at % width;
    const y = Math.floor(at / width);
    return x > 0 && y > 0 && x < width - 1 && y < height - 1;
  });
  return Uint8Array.from(inner.flatMap((pixel) => Array(3).fill(pixel === 1 ? 0 : 255)));
}

function pagesAre(pages: readonly Jbig2Page[]) {
  test.each(pages.map((page) => [page.name, page] as const))('%s', async (_name, page) => {
    const { before, after, report } = await imageRenders(imageOf(page));
    expect(drawnDifference(shown(page), before)).toEqual({ mean: 0, worst: 0 });
    expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
    expect(report.outcome).toMatchObject({ kind: 'replaced' });
  });
}

describe('text regions by reference corner', () => {
  pagesAre(CORNER_PAGES);
});

describe('text regions', () => {
  pagesAre(TEXT_PAGES);
});

describe('generic regions', () => {
  pagesAre(GENERIC_PAGES);
});

describe('regions over each other', () => {
  pagesAre(OPERATOR_PAGES);
});

describe('generic refinement regions', () => {
  pagesAre(REFINEMENT_PAGES);
});

describe('halftone regions', () => {
  pagesAre(HALFTONE_PAGES);
});
