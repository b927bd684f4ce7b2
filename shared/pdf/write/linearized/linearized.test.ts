import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compress } from '../../../compress.ts';
import { DEFAULT_LIMITS } from '../../../limits.ts';
import { DEFAULT_OPTIONS } from '../../../options.ts';
import { type ObjectSources, pagesDocument, stream } from '../../../testing/documents/documents.ts';
import { FileBuilder, onePage } from '../../../testing/documents/files.ts';
import { richFile } from '../../../testing/documents/rich-document.ts';
import { createTestHost } from '../../../testing/host.ts';
import { Changes } from '../../check/changes.ts';
import { firstDifference } from '../../check/check.ts';
import { isLinearized } from '../../read/linearization.ts';
import { openDocument } from '../../read/open.ts';
import { writeDocument } from '../write.ts';

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const drawn = (number: number) => stream('', `q 1 0 0 1 ${number} 0 cm Q`);

/** Pages that share a font, a form and a link; each has contents of its own. */
const BOOK = {
  pages: [1, 2, 3, 4].map(
    (at) =>
      `/Contents ${100 + at} 0 R /Resources << /Font << /F1 200 0 R >> /XObject << /X1 201 0 R >> >> ${at === 3 ? '/Annots [202 0 R]' : ''}`,
  ),
  objects: {
    101: drawn(1),
    102: drawn(2),
    103: drawn(3),
    104: drawn(4),
    200: FONT,
    201: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', 'q Q'),
    202: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [6 0 R /Fit] >>',
  } satisfies ObjectSources,
};

const OUTLINE = {
  300: '<< /Type /Outlines /First 301 0 R /Last 302 0 R /Count 2 >>',
  301: '<< /Title (One) /Parent 300 0 R /Next 302 0 R /Dest [3 0 R /Fit] >>',
  302: '<< /Title (Two) /Parent 300 0 R /Prev 301 0 R /Dest [4 0 R /Fit] >>',
};

const DOCUMENTS: readonly [string, () => ReturnType<typeof pagesDocument>][] = [
  ['one page', () => pagesDocument(['/Contents 101 0 R'], { 101: drawn(1) })],
  ['pages that share', () => pagesDocument(BOOK.pages, BOOK.objects)],
  [
    'inherited resources, in place',
    () =>
      pagesDocument(['/Contents 101 0 R', '/Contents 102 0 R'], BOOK.objects, {
        pageTree: '/Resources << /Font << /F1 200 0 R >> /XObject << /X1 201 0 R >> >> /Rotate 90',
      }),
  ],
  [
    'an outline',
    () => pagesDocument(BOOK.pages, { ...BOOK.objects, ...OUTLINE }, { catalog: '/Outlines 300 0 R' }),
  ],
  [
    'an outline that is shown at once',
    () =>
      pagesDocument(
        BOOK.pages,
        { ...BOOK.objects, ...OUTLINE },
        {
          catalog: '/Outlines 300 0 R /PageMode /UseOutlines',
        },
      ),
  ],
  [
    'a form, and a thumbnail',
    () =>
      pagesDocument(
        ['/Thumb 400 0 R /Annots [401 0 R]', '/Annots [402 0 R]'],
        {
          400: stream('/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray', 'x'),
          401: '<< /Subtype /Widget /Rect [0 0 9 9] /Parent 403 0 R >>',
          402: '<< /Subtype /Widget /Rect [0 0 9 9] /Parent 403 0 R >>',
          403: '<< /FT /Tx /T (name) /Kids [401 0 R 402 0 R] >>',
        },
        { catalog: '/AcroForm << /Fields [403 0 R] >>' },
      ),
  ],
];

describe.each([true, false])('with object streams: %s', (objectStreams) => {
  test.each(DOCUMENTS)('tells readers where everything is: %s', async (_, document) => {
    const doc = document();
    const file = writeDocument(doc, { objectStreams, linearize: true });
    expect(isLinearized(file)).toBe(true);
    const changes = new Changes();
    changes.completePages = true;
    const again = await openDocument(file, { limits: DEFAULT_LIMITS });
    expect(again.repairs).toEqual([]);
    expect(firstDifference(document(), again, changes)).toBeNull();
    const read = new LinearizedFile(file);
    read.expectPlaces();
    expect(read.pageCount).toBe(
      [...document().context.enumerateIndirectObjects()].filter(([, object]) =>
        `${object}`.includes('/Type /Page\n'),
      ).length,
    );
  });
});

describe('what readers assume for a page', () => {
  const boxes = ['/MediaBox [0 0 99 99] /CropBox [0 0 99.0 99] /Rotate 0', '/CropBox [0 0 9 9] /Rotate 90'];
  const document = (pages = boxes, pageTree = '/Rotate 90') => pagesDocument(pages, {}, { pageTree });

  test('is not written', async () => {
    const file = writeDocument(document(), { objectStreams: true, linearize: true });
    const [first, second] = [...latin1(file).matchAll(/<<[^>]*\/Type\/Page[^s].*?>>/gs)]
      .map(([text]) => text)
      .sort();
    expect(`${first}${second}`).not.toMatch(/Rotate 0|99\.0/);
    expect(`${first}${second}`).toMatch(/\/CropBox ?\[0 0 9 9\].*\/Rotate 90/s);
    const changes = new Changes();
    changes.completePages = true;
    const again = await openDocument(file, { limits: DEFAULT_LIMITS });
    expect(firstDifference(document(), again, changes)).toBeNull();
  });

  test.each([
    ['another rotation', ['/MediaBox [0 0 99 99] /Rotate 180', boxes[1]], /Rotate/],
    ['no rotation where one was', [boxes[0], '/CropBox [0 0 9 9] /Rotate 0'], /Rotate/],
    ['a smaller page', ['/MediaBox [0 0 99 99] /CropBox [0 0 99 98] /Rotate 0', boxes[1]], /CropBox/],
    ['all of the page where part was shown', [boxes[0], '/Rotate 90'], /CropBox/],
    [
      'another medium of the same crop',
      ['/MediaBox [0 0 98 99] /CropBox [0 0 98 99] /Rotate 0', boxes[1]],
      /MediaBox/,
    ],
  ])('is not %s', async (_, pages, found) => {
    const file = writeDocument(document(pages as string[]), { objectStreams: true, linearize: true });
    const changes = new Changes();
    changes.completePages = true;
    const again = await openDocument(file, { limits: DEFAULT_LIMITS });
    expect(firstDifference(document(), again, changes)).toMatch(found);
  });
});

test('shows the first page with its part of the file alone', () => {
  const file = writeDocument(pagesDocument(BOOK.pages, BOOK.objects), {
    objectStreams: false,
    linearize: true,
  });
  const { firstPageEnd } = new LinearizedFile(file);
  const head = latin1(file.subarray(0, firstPageEnd));
  expect(head).toContain('/Type/Catalog');
  expect(head).toContain('1 0 0 1 1 0 cm');
  expect(head).toContain('/BaseFont/Helvetica');
  expect(head).not.toContain('1 0 0 1 2 0 cm');
});

test('a page that refers to an object that is not there does not get one', async () => {
  const resources = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const before = onePage(new FileBuilder(), 'q Q', `${resources} /Own 5 0 R`).table('/Root 1 0 R').build();
  const doc = await openDocument(before, { limits: DEFAULT_LIMITS });
  const after = await openDocument(writeDocument(doc, { objectStreams: true, linearize: true }), {
    limits: DEFAULT_LIMITS,
  });
  expect(firstDifference(doc, after, new Changes())).toBeNull();
});

test.each([
  ['a page is in the tree twice', '/Kids [3 0 R 3 0 R]'],
  ['pages have another parent', '/Kids [3 0 R 9 0 R]'],
])('a document is written as usual where %s', (_, kids) => {
  const doc = pagesDocument([''], {
    9: '<< /Type /Page /Parent 1 0 R /MediaBox [0 0 9 9] >>',
    2: `<< /Type /Pages ${kids} /Count 2 >>`,
  });
  const file = writeDocument(doc, { objectStreams: true, linearize: true });
  expect(isLinearized(file)).toBe(false);
});

test('the check sees an inherited value that a page lost or got', () => {
  const changes = new Changes();
  changes.completePages = true;
  const with90 = (page: string, pageTree: string) => pagesDocument([page, page], {}, { pageTree });
  const verdict = (page: string, pageTree: string) =>
    firstDifference(with90('', '/Rotate 90'), with90(page, pageTree), changes);
  expect(verdict('/Rotate 90', '')).toBeNull();
  expect(verdict('/Rotate 270', '')).toMatch(/Rotate/);
  expect(verdict('', '')).toMatch(/Rotate/);
  expect(firstDifference(with90('', '/Rotate 90'), with90('/Rotate 90', ''), new Changes())).toMatch(
    /Rotate/,
  );
});

describe('the report', () => {
  const linear = () =>
    compress(richFile(), { ...DEFAULT_OPTIONS, linearize: true }, { host: createTestHost() });

  test('has no warning for a linearized result, whose pages stay', async () => {
    const { bytes, report } = await linear();
    expect(report).toMatchObject({ unchanged: false, warnings: [] });
    new LinearizedFile(bytes).expectPlaces();
  });

  test('says that a result is no longer linearized', async () => {
    const { bytes } = await linear();
    const padded = writeDocument(await openDocument(bytes, { limits: DEFAULT_LIMITS }), {
      objectStreams: false,
      linearize: true,
    });
    const { report } = await compress(padded, DEFAULT_OPTIONS, { host: createTestHost() });
    expect(report).toMatchObject({ unchanged: false, warnings: ['not-linearized'] });
  });

  test('says that the input came back, which is not linearized', async () => {
    const tiny = onePage(new FileBuilder()).table('/Root 1 0 R').build();
    const { report } = await compress(
      tiny,
      { ...DEFAULT_OPTIONS, linearize: true },
      { host: createTestHost() },
    );
    expect(report).toMatchObject({ unchanged: true, warnings: ['not-linearized'] });
  });
});

/** A linearized file as annex F describes it, without the reader and writer of this project. */
class LinearizedFile {
  readonly #file: Uint8Array;
  readonly #text: string;
  readonly pageCount: number;
  readonly firstPageEnd: number;
  readonly #hintsAt: number;
  readonly #hintBytes: number;

  constructor(file: Uint8Array) {
    this.#file = file;
    this.#text = latin1(file);
    const value = (name: string) =>
      Number(new RegExp(`/${name}[ [](\\d+)`).exec(this.#text.slice(0, 1024))?.[1]);
    expect(value('L')).toBe(file.length);
    [this.#hintsAt, this.#hintBytes] = /\/H\[(\d+) +(\d+)/.exec(this.#text)!.slice(1).map(Number) as [
      number,
      number,
    ];
    [this.pageCount, this.firstPageEnd] = [value('N'), value('E')];
    const main = this.#text.slice(value('T'));
    expect(main).toMatch(/^(?:\d+ 0 obj\n<<\/Type\/XRef|\n0000000000 65535 f )/);
    const firstXref = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(this.#text)?.[1]);
    expect(firstXref).toBeLessThan(1024);
    expect(this.#text.slice(firstXref)).toMatch(/^(?:xref|\d+ 0 obj\n<<\/Type\/XRef)/);
    expect(this.#objectAt(this.#hintsAt + this.#hintBytes)).toBe(value('O'));
  }

  /** Follows the hints to the beginning of each page and of each shared object. */
  expectPlaces(): void {
    const dict = this.#text.slice(this.#hintsAt, this.#text.indexOf('stream', this.#hintsAt));
    const at = this.#text.indexOf('stream\n', this.#hintsAt) + 'stream\n'.length;
    const length = Number(/\/Length (\d+)/.exec(dict)![1]);
    const tables = inflateSync(this.#file.subarray(at, at + length));
    const sharedStart = Number(/\/S (\d+)/.exec(dict)![1]);
    const pages = new Bits(tables);
    const [leastObjects, firstPage, objectBits, leastBytes, byteBits] = pages.take([32, 32, 16, 32, 16]);
    pages.take([32, 16, 32, 16]);
    const [countBits, sharedBits, ,] = pages.take([16, 16, 16, 16]);
    const all = Array.from({ length: this.pageCount }, () => 0);
    const objects = pages.row(all, () => leastObjects! + pages.take([objectBits!])[0]!);
    const bytes = pages.row(all, () => leastBytes! + pages.take([byteBits!])[0]!);
    const counts = pages.row(all, () => pages.take([countBits!])[0]);
    const shared = pages.row(counts, (count) => pages.take(Array(count).fill(sharedBits)));

    const groups = new Bits(tables.subarray(sharedStart));
    const [number, offset, ofFirst, total, , least, bits] = groups.take([32, 32, 32, 32, 16, 32, 16]);
    const lengths = groups.row(Array(total).fill(0), () => least! + groups.take([bits!])[0]!);
    const starts: number[] = [];
    for (let index = 0, start = this.#after(firstPage!); index < total!; index++) {
      if (index === ofFirst) {
        start = this.#after(offset!);
        expect(this.#objectAt(start)).toBe(number);
      }
      starts.push(start);
      expect(this.#objectAt(start)).not.toBeNull();
      start += lengths[index]!;
    }
    expect(ofFirst).toBe(objects[0]);
    let start = this.#after(firstPage!);
    for (const page of all.keys()) {
      expect(this.#text.slice(start)).toMatch(/^\d+ 0 obj\n<<.*?\/Type\/Page\b/);
      expect(this.#text.slice(start, start + bytes[page]!).match(/\d+ 0 obj\n/g)).toHaveLength(
        objects[page]!,
      );
      start += bytes[page]!;
      if (page === 0) expect(start).toBe(this.firstPageEnd);
      for (const index of shared[page]!) expect(starts[index]).toBeGreaterThan(0);
    }
    expect(shared[0]).toEqual([]);
  }

  /** Offsets in hint tables ignore the hint stream (F.4.1). */
  #after(offset: number): number {
    return offset >= this.#hintsAt ? offset + this.#hintBytes : offset;
  }

  #objectAt(offset: number): number | null {
    const found = /^(\d+) 0 obj\n/.exec(this.#text.slice(offset, offset + 20));
    return found === null ? null : Number(found[1]);
  }
}

class Bits {
  readonly #bytes: Uint8Array;
  #bit = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(widths: readonly number[]): number[] {
    return widths.map((width) => {
      let value = 0;
      for (let i = 0; i < width; i++, this.#bit++)
        value = value * 2 + ((this.#bytes[this.#bit >> 3]! >> (7 - (this.#bit & 7))) & 1);
      return value;
    });
  }

  /** Each row begins with a byte. */
  row<Item, Read>(items: readonly Item[], read: (item: Item) => Read): Read[] {
    this.#bit = Math.ceil(this.#bit / 8) * 8;
    return items.map(read);
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
