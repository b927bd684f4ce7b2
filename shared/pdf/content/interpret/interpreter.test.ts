import { describe, expect, test } from 'vitest';
import { pagesDocument, stream } from '../../../testing/documents/documents.ts';
import type { PdfDocument } from '../../document.ts';
import { key } from '../../objects.ts';
import { analyzeContent, type ContentAnalysis } from '../analysis.ts';
import type { ContentReader } from '../syntax/operations.ts';
import type { CurrentFont } from './graphics.ts';
import type { ContentVisitor } from './run.ts';

const FONT = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;
const form = (content: string, more = '') => stream(`/Subtype /Form /BBox [0 0 9 9] ${more}`, content);

/** Every shown text: its font, and its operand as written. */
function shownTexts(doc: PdfDocument): string[] {
  const texts: string[] = [];
  const visitor: ContentVisitor = {
    text(font, reader) {
      texts.push(`${fontName(font)} ${operandText(reader)}`);
    },
  };
  analyzeContent(doc, visitor);
  return texts;
}

function fontName(font: CurrentFont): string {
  return typeof font === 'string' ? font : String(font.dict.get(key('BaseFont')));
}

function operandText(reader: ContentReader): string {
  const last = reader.operandCount - 1;
  return String.fromCharCode(...reader.bytes.subarray(reader.operandStart(last), reader.operandEnd(last)));
}

function unitKinds(survey: ContentAnalysis): string[] {
  return survey.units.map(({ kind }) => kind);
}

describe('text is seen with its font', () => {
  test('whatever operator shows it, and after q and Q', () => {
    const doc = pagesDocument(['/Resources << /Font << /F 101 0 R /G 102 0 R >> >> /Contents 100 0 R'], {
      100: stream('', 'BT (0) Tj /F 1 Tf (1) Tj q /G 1 Tf [(2) 3] TJ Q (4) \' 1 2 (5) " /H 1 Tf (6) Tj ET'),
      101: FONT('One'),
      102: FONT('Two'),
    });
    expect(shownTexts(doc)).toEqual([
      'inherited (0)',
      '/One (1)',
      '/Two [(2) 3]',
      '/One (4)',
      '/One (5)',
      'missing (6)',
    ]);
  });

  test('set by a graphics state', () => {
    const doc = pagesDocument(
      ['/Resources << /ExtGState << /G << /Font [101 0 R 12] >> >> >> /Contents 100 0 R'],
      { 100: stream('', '/G gs (a) Tj'), 101: FONT('One') },
    );
    expect(shownTexts(doc)).toEqual(['/One (a)']);
  });

  test('once per content, on however many pages it stands', () => {
    const page = '/Resources << /XObject << /X 100 0 R >> >> /Contents 101 0 R';
    const doc = pagesDocument([page, page, page], {
      100: form('/F 1 Tf (a) Tj', '/Resources << /Font << /F 102 0 R >> >>'),
      101: stream('', '/X Do /X Do'),
      102: FONT('One'),
    });
    expect(shownTexts(doc)).toEqual(['/One (a)']);
    expect(unitKinds(analyzeContent(doc))).toEqual(['page', 'page', 'page', 'form']);
  });

  test('again where the same name means another font', () => {
    const page = (font: number) =>
      `/Resources << /XObject << /X 100 0 R >> /Font << /F ${font} 0 R >> >> /Contents 101 0 R`;
    const doc = pagesDocument([page(102), page(103)], {
      100: form('/F 1 Tf (a) Tj'),
      101: stream('', '/X Do'),
      102: FONT('One'),
      103: FONT('Two'),
    });
    expect(shownTexts(doc)).toEqual(['/One (a)', '/Two (a)']);
  });
});

test('an inline image is seen with its entries and its place', () => {
  const doc = pagesDocument(['/Contents 100 0 R'], {
    100: stream('', 'q 5 0 0 6 1 1 cm BI /W 2 /H 1 /BPC 8 /CS /G ID ab\nEI Q'),
  });
  const seen: unknown[] = [];
  analyzeContent(doc, {
    inlineImage: ({ inlineImage, bytes }, ctm) => {
      seen.push([bytes.slice(inlineImage!.dataStart, inlineImage!.dataEnd), ctm]);
    },
  });
  expect(seen).toEqual([[Uint8Array.of(0x61, 0x62), { a: 5, b: 0, c: 0, d: 6 }]]);
});

describe('units', () => {
  test('come after everything that draws them', () => {
    const doc = pagesDocument(['/Resources << /XObject << /A 100 0 R /B 101 0 R >> >> /Contents 102 0 R'], {
      100: form('/B Do', '/Resources << /XObject << /B 101 0 R >> >>'),
      101: form('/C Do', '/Resources << /XObject << /C 103 0 R >> >>'),
      102: stream('', '/B Do /A Do'),
      103: form('q Q'),
    });
    const { units } = analyzeContent(doc);
    const position = new Map(units.map((unit, index) => [unit, index]));
    for (const [index, unit] of units.entries()) {
      for (const target of unit.draws.keys()) {
        if (target.kind !== 'image') expect(position.get(target)).toBeGreaterThan(index);
      }
    }
    expect(units).toHaveLength(4);
  });

  test('content beyond the limit of a stream is in doubt', () => {
    const objects = { 100: stream('/Filter /AHx', '20'.repeat(1000)) };
    const page = '/Resources << >> /Contents 100 0 R';
    const doubtWithin = (streamBytes: number) =>
      analyzeContent(pagesDocument([page], objects, { limits: { streamBytes } })).pages[0]!.unit.doubt;
    expect(doubtWithin(1000)).toBe('none');
    expect(doubtWithin(999)).toBe('names');
  });

  test('forms deeper than readers go are in doubt', () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, level) => [
          200 + level,
          form('/F Do', `/Resources << /XObject << /F ${201 + level} 0 R >> >>`),
        ]),
      );
    const doubtOf = (length: number) =>
      analyzeContent(
        pagesDocument(['/Resources << /XObject << /F 200 0 R >> >> /Contents 100 0 R'], {
          100: stream('', '/F Do'),
          ...chain(length),
          [200 + length]: form('q'),
        }),
      ).pages[0]!.unit.doubt;
    expect(doubtOf(30)).toBe('none');
    expect(doubtOf(60)).toBe('names');
  });

  test('saved states are bounded', () => {
    const doc = pagesDocument(['/Contents 100 0 R'], { 100: stream('', 'q '.repeat(200_000)) });
    expect(analyzeContent(doc).pages[0]!.unit.doubt).toBe('names');
  });
});
