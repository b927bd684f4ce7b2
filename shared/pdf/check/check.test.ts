import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { richFile } from '../../testing/documents/rich-document.ts';
import { joinedContents } from '../content/joined.ts';
import type { PdfDocument } from '../document.ts';
import {
  contextEntries,
  key,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../objects.ts';
import { openDocument } from '../read/open.ts';
import { writeDocument } from '../write/write.ts';
import { Changes, contentDigest } from './changes.ts';
import { firstDifference } from './check.ts';

type Sabotage = (doc: PdfDocument, changes: Changes) => void;

/** The check's result after `sabotage` changed the document between reading and writing. */
async function verdict(sabotage: Sabotage): Promise<string | null> {
  const input = richFile();
  const doc = await openDocument(input, { limits: DEFAULT_LIMITS });
  const changes = new Changes();
  sabotage(doc, changes);
  const output = writeDocument(doc, { objectStreams: true });
  const before = await openDocument(input, { limits: DEFAULT_LIMITS });
  const after = await openDocument(output, { limits: DEFAULT_LIMITS });
  return firstDifference(before, after, changes);
}

function dictAt(doc: PdfDocument, number: number): PDFDict {
  const object = doc.context.lookup(PDFRef.of(number));
  if (object instanceof PDFRawStream) return object.dict;
  if (object instanceof PDFDict) return object;
  throw new Error(`object ${number} is no dictionary`);
}

function streamAt(doc: PdfDocument, number: number): PDFRawStream {
  const object = doc.context.lookup(PDFRef.of(number));
  if (object instanceof PDFRawStream) return object;
  throw new Error(`object ${number} is no stream`);
}

function arrayIn(doc: PdfDocument, number: number, name: string): PDFArray {
  return dictAt(doc, number).lookup(key(name), PDFArray);
}

function swapFirst(array: PDFArray): void {
  const [first, second] = [array.get(0), array.get(1)];
  array.set(0, second);
  array.set(1, first);
}

describe('a pass that breaks something is caught', () => {
  const sabotages: Record<string, [Sabotage, RegExp]> = {
    'a link is dropped': [(doc) => arrayIn(doc, 3, 'Annots').remove(0), /3 0 R \/Annots: has another length/],
    'a link leads elsewhere': [
      (doc) =>
        dictAt(doc, 10).lookup(key('A'), PDFDict).set(key('URI'), PDFString.of('https://example.org/b')),
      /10 0 R \/A\/URI/,
    ],
    'a named destination is lost': [
      (doc) => dictAt(doc, 1).lookup(key('Names'), PDFDict).delete(key('Dests')),
      /1 0 R \/Names\/Dests: no longer there/,
    ],
    'an outline item is lost': [
      (doc) => dictAt(doc, 21).delete(key('Next')),
      /21 0 R \/Next: no longer there/,
    ],
    'a title changes in one character': [
      (doc) => dictAt(doc, 22).set(key('Title'), PDFHexString.of('feff00540077006e')),
      /22 0 R \/Title/,
    ],
    'two pages change places': [(doc) => swapFirst(arrayIn(doc, 2, 'Kids')), /[34] 0 R/],
    'two pages become one': [(doc) => arrayIn(doc, 2, 'Kids').set(1, PDFRef.of(3)), /./],
    'a page box moves': [
      (doc) => arrayIn(doc, 4, 'CropBox').set(3, PDFNumber.of(300.4)),
      /4 0 R \/CropBox\/3: 300\.5 became 300\.4/,
    ],
    'a page turns': [(doc) => dictAt(doc, 4).set(key('Rotate'), PDFNumber.of(0)), /4 0 R \/Rotate/],
    'tags are dropped': [
      (doc) => dictAt(doc, 1).delete(key('StructTreeRoot')),
      /1 0 R \/StructTreeRoot: no longer there/,
    ],
    'an alternative text is lost': [(doc) => dictAt(doc, 51).delete(key('Alt')), /51 0 R \/Alt/],
    'a field loses its value': [(doc) => dictAt(doc, 40).set(key('V'), PDFString.of('')), /40 0 R \/V/],
    'a layer is switched off': [
      (doc) =>
        dictAt(doc, 1).lookup(key('OCProperties'), PDFDict).lookup(key('D'), PDFDict).delete(key('ON')),
      /OCProperties\/D\/ON/,
    ],
    'an attachment changes': [
      (doc) =>
        doc.context.assign(PDFRef.of(31), PDFRawStream.of(streamAt(doc, 31).dict, new Uint8Array([1, 2, 3]))),
      /31 0 R : stream data differs/,
    ],
    'a content stream loses its last byte': [
      (doc) =>
        doc.context.assign(
          PDFRef.of(5),
          PDFRawStream.of(dictAt(doc, 5), streamAt(doc, 5).contents.slice(0, -1)),
        ),
      /5 0 R : stream data differs/,
    ],
    'a filter is forgotten': [(doc) => dictAt(doc, 90).delete(key('Filter')), /90 0 R : stream data differs/],
    'an image loses its mask': [(doc) => dictAt(doc, 90).delete(key('SMask')), /90 0 R \/SMask/],
    'an image gets another colour space': [
      (doc) => dictAt(doc, 90).set(key('ColorSpace'), key('DeviceGray')),
      /90 0 R \/ColorSpace/,
    ],
    'the language is lost': [(doc) => dictAt(doc, 1).delete(key('Lang')), /1 0 R \/Lang/],
    'a flag flips': [
      (doc) => dictAt(doc, 1).lookup(key('MarkInfo'), PDFDict).set(key('Marked'), PDFBool.False),
      /MarkInfo\/Marked/,
    ],
    'something is added': [
      (doc) => dictAt(doc, 3).set(key('AA'), PDFDict.withContext(doc.context)),
      /3 0 R \/AA: was not there before/,
    ],
    'a name changes': [
      (doc) => dictAt(doc, 80).set(key('BaseFont'), PDFName.of('Courier')),
      /80 0 R \/BaseFont/,
    ],
    'an object disappears': [(doc) => void doc.context.delete(PDFRef.of(80)), /\/Font\/F1: no longer there/],
    'two links become one': [(doc) => arrayIn(doc, 4, 'Annots').set(0, PDFRef.of(10)), /./],
    'equal fonts are merged and nobody says so': [
      (doc) => dictAt(doc, 8).lookup(key('Font'), PDFDict).set(key('F1'), PDFRef.of(80)),
      /became one object/,
    ],
    'Info is dropped and nobody says so': [
      (doc) => doc.trailer.delete(key('Info')),
      /trailer \/Info: no longer there/,
    ],
  };

  test.each(Object.entries(sabotages))('%s', async (_, [sabotage, expected]) => {
    expect(await verdict(sabotage)).toMatch(expected);
  });
});

test('an object where a reference led nowhere, or the other way round, is caught', async () => {
  const leadingTo = async (number: number) => {
    const doc = await openDocument(richFile(), { limits: DEFAULT_LIMITS });
    dictAt(doc, 3).set(key('AA'), PDFRef.of(number));
    return doc;
  };
  const difference = async (before: number, after: number) =>
    firstDifference(await leadingTo(before), await leadingTo(after), new Changes());
  expect(await difference(4711, 80)).toMatch(/3 0 R \/AA: was not there before/);
  expect(await difference(80, 4711)).toMatch(/3 0 R \/AA: no longer there/);
  expect(await difference(4711, 4712)).toBeNull();
});

describe('what means the same is no difference', () => {
  const equals: Record<string, Sabotage> = {
    'nothing is done': () => {},
    'a stream is packed another way': (doc) => {
      const bytes = streamAt(doc, 5).contents;
      const hexText = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      const dict = PDFDict.withContext(doc.context);
      dict.set(key('Filter'), key('ASCIIHexDecode'));
      doc.context.assign(PDFRef.of(5), PDFRawStream.of(dict, new TextEncoder().encode(`${hexText}>`)));
    },
    'a string is written in another way': (doc) =>
      dictAt(doc, 21).set(key('Title'), PDFHexString.of('4f6e65')),
    'a dictionary moves out of its place': (doc) => {
      const catalog = dictAt(doc, 1);
      const labels = catalog.get(key('PageLabels'));
      if (labels !== undefined) catalog.set(key('PageLabels'), doc.context.register(labels));
    },
    'an entry of null goes': (doc) => {
      dictAt(doc, 3).set(key('Nothing'), PDFRef.of(4711));
    },
    'a declared entry goes': (doc, changes) => {
      dictAt(doc, 3).delete(key('PieceInfo'));
      changes.entry(PDFRef.of(3), ['PieceInfo']);
    },
    'a declared stream changes': (doc, changes) => {
      const dict = dictAt(doc, 90);
      dict.set(key('Width'), PDFNumber.of(16));
      doc.context.assign(PDFRef.of(90), PDFRawStream.of(dict, new Uint8Array(3)));
      changes.stream(PDFRef.of(90), ['Width']);
    },
    'the parts of a page are joined and said to be': (doc, changes) => {
      const page = dictAt(doc, 3);
      const joined = joinedContents(page, 1e6) ?? new Uint8Array(0);
      page.set(
        key('Contents'),
        doc.context.register(PDFRawStream.of(PDFDict.withContext(doc.context), joined)),
      );
      changes.contentsJoined(PDFRef.of(3));
    },
    'equal fonts are merged and said to be': (doc, changes) => {
      dictAt(doc, 8).lookup(key('Font'), PDFDict).set(key('F1'), PDFRef.of(80));
      changes.merged(PDFRef.of(81), PDFRef.of(80));
      changes.merged(PDFRef.of(83), PDFRef.of(82));
    },
  };

  test.each(Object.entries(equals))('%s', async (_, change) => {
    expect(await verdict(change)).toBeNull();
  });

  test('joined content that lost something is caught', async () => {
    const found = await verdict((doc, changes) => {
      const page = dictAt(doc, 3);
      const joined = joinedContents(page, 1e6)?.slice(0, -5) ?? new Uint8Array(0);
      page.set(
        key('Contents'),
        doc.context.register(PDFRawStream.of(PDFDict.withContext(doc.context), joined)),
      );
      changes.contentsJoined(PDFRef.of(3));
    });
    expect(found).toMatch(/3 0 R \/Contents: joined content differs/);
  });

  const contentStream = (doc: PdfDocument, number: number, content: string) => {
    const dict = PDFDict.withContext(doc.context);
    doc.context.assign(PDFRef.of(number), PDFRawStream.of(dict, latin1Bytes(content)));
  };

  test('content written anew is what the pass says that it wrote, and nothing else', async () => {
    const rewritten = (content: string) =>
      verdict((doc, changes) => {
        contentStream(doc, 6, content);
        changes.content(PDFRef.of(6), contentDigest(latin1Bytes('q Q')));
      });
    expect(await rewritten('q Q')).toBeNull();
    expect(await rewritten('q  Q')).toMatch(/stream data differs/);
  });

  test('joined content written anew is what the pass says that it wrote, and nothing else', async () => {
    const rewritten = (content: string) =>
      verdict((doc, changes) => {
        contentStream(doc, 999, content);
        dictAt(doc, 3).set(key('Contents'), PDFRef.of(999));
        changes.contentsJoined(PDFRef.of(3), contentDigest(latin1Bytes('q Q')));
      });
    expect(await rewritten('q Q')).toBeNull();
    expect(await rewritten('q  Q')).toMatch(/rewritten content differs/);
  });

  test('images are twins only if they hold the same', async () => {
    const merged = (twin: number) =>
      verdict((_, changes) => {
        changes.stream(PDFRef.of(90));
        changes.declareDuplicateImage(PDFRef.of(90), PDFRef.of(twin));
      });
    expect(await merged(90)).toBeNull();
    expect(await merged(5)).toMatch(/90 0 R : no twin of its image/);
  });

  test('what is declared for a merged object itself counts beside what is declared for its survivor', () => {
    const changes = new Changes();
    changes.entry(PDFRef.of(7), ['Font', 'F1']);
    changes.entry(PDFRef.of(8), ['Font', 'F2']);
    changes.merged(PDFRef.of(8), PDFRef.of(7));
    expect(changes.entryPaths(PDFRef.of(8))).toEqual(new Set(['Font/F1', 'Font/F2']));
    expect(changes.entryPaths(PDFRef.of(7))).toEqual(new Set(['Font/F1']));
  });

  test('a declared change covers its own entry and nothing beside it', async () => {
    const found = await verdict((doc, changes) => {
      dictAt(doc, 3).delete(key('PieceInfo'));
      dictAt(doc, 3).delete(key('StructParents'));
      changes.entry(PDFRef.of(3), ['PieceInfo']);
    });
    expect(found).toMatch(/3 0 R \/StructParents: no longer there/);
  });

  test('a declared stream still may not change its other entries', async () => {
    const found = await verdict((doc, changes) => {
      dictAt(doc, 90).delete(key('SMask'));
      changes.stream(PDFRef.of(90), ['Width']);
    });
    expect(found).toMatch(/90 0 R \/SMask/);
  });
});

describe('while it compares', () => {
  const open = () => openDocument(richFile(), { limits: DEFAULT_LIMITS });

  test('it says how far it is, of all objects', async () => {
    const before = await open();
    const seen: (readonly [number, number])[] = [];
    firstDifference(before, await open(), new Changes(), {
      onProgress: (done, total) => seen.push([done, total]),
    });
    const { size } = contextEntries(before.context);
    expect(seen).toEqual(Array.from({ length: size }, (_, index) => [index + 1, size]));
  });

  test('it can be stopped', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const [before, after] = [await open(), await open()];
    expect(() => firstDifference(before, after, new Changes(), { signal })).toThrow('enough');
  });
});
