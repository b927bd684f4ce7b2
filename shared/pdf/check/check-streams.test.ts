import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { ascii85 } from '../../testing/byte-encoders.ts';
import { verdictOn } from '../../testing/check-verdicts.ts';
import { type ObjectSource, type ObjectSources, stream } from '../../testing/documents/documents.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { PDFRef } from '../objects.ts';
import { contentDigest } from './changes.ts';

const TEXT = latin1Bytes('The quick brown fox jumps over the lazy dog. '.repeat(20));
const DATA = latin1Bytes('not what the codec would expect, and none of the business of the check');
const FLATE = '/Filter /FlateDecode';

/** The check's result if stream 100 became another one. */
const became = (before: ObjectSource, after: ObjectSource, others: ObjectSources = {}) =>
  verdictOn({ objects: { 100: before, ...others } }, { objects: { 100: after, ...others } });

const fax = (parms: string) => stream(`/Filter /CCITTFaxDecode ${parms}`, DATA);

describe('the same bytes under another packing are other data', () => {
  const jbig2 = (globals: number) =>
    stream(`/Filter /JBIG2Decode /DecodeParms << /JBIG2Globals ${globals} 0 R >>`, DATA);
  const jpeg = (parms: string) => stream(`/Filter [/FlateDecode /DCTDecode] ${parms}`, deflate(DATA));

  const rows: Record<string, [ObjectSource, ObjectSource]> = {
    'another codec': [stream('/Filter /DCTDecode', DATA), stream('/Filter /JPXDecode', DATA)],
    'another codec behind a byte filter': [
      stream('/Filter [/FlateDecode /CCITTFaxDecode]', deflate(DATA)),
      stream('/Filter /JBIG2Decode', DATA),
    ],
    'no codec any more': [stream('/Filter /DCTDecode', DATA), stream('', DATA)],
    'a codec where none was': [stream('', DATA), stream('/Filter /DCTDecode', DATA)],
    'another K': [fax('/DecodeParms << /K -1 >>'), fax('/DecodeParms << /K 0 >>')],
    'a K that was not there': [fax(''), fax('/DecodeParms << /K -1 >>')],
    'a K that is lost': [fax('/DecodeParms << /K -1 >>'), fax('')],
    'another K under the abbreviated key': [fax('/DP << /K -1 >>'), fax('/DP << /K 0 >>')],
    'other columns behind a byte filter': [
      stream(
        '/Filter [/FlateDecode /CCITTFaxDecode] /DecodeParms [null << /K -1 /Columns 8 >>]',
        deflate(DATA),
      ),
      fax('/DecodeParms << /K -1 /Columns 16 >>'),
    ],
    'another ColorTransform': [
      jpeg('/DecodeParms [null << /ColorTransform 0 >>]'),
      jpeg('/DecodeParms [null << /ColorTransform 1 >>]'),
    ],
    'other JBIG2Globals': [jbig2(101), jbig2(102)],
    'another predictor': [
      stream(`${FLATE} /DecodeParms << /Predictor 12 /Columns 4 >>`, deflate(new Uint8Array(50))),
      stream(`${FLATE} /DecodeParms << /Predictor 12 /Columns 9 >>`, deflate(new Uint8Array(50))),
    ],
    'another unknown filter behind an ASCII filter': [
      stream('/Filter [/ASCII85Decode /Unheard]', ascii85(DATA)),
      stream('/Filter /Unseen', DATA),
    ],
    'other parameters behind an ASCII filter': [
      stream('/Filter [/ASCII85Decode /Unheard] /DecodeParms [null << /K 1 >>]', ascii85(DATA)),
      stream('/Filter /Unheard', DATA),
    ],
    'one filter less behind an ASCII filter': [
      stream('/Filter [/ASCII85Decode /Unheard /Unheard]', ascii85(DATA)),
      stream('/Filter /Unheard', DATA),
    ],
    'a filter nobody knows, packed another way': [
      stream('/Filter /Unheard', DATA),
      stream('/Filter [/FlateDecode /Unheard]', deflate(DATA)),
    ],
  };
  test.each(Object.entries(rows))('%s', (_, [before, after]) => {
    const globals = { 101: stream('', 'one table'), 102: stream('', 'another table') };
    const kept = { page: '/Shown 100 0 R /Tables [101 0 R 102 0 R]' };
    const objects = (image: ObjectSource) => ({ 100: image, ...globals });
    expect(verdictOn({ objects: objects(before), ...kept }, { objects: objects(after), ...kept })).toMatch(
      /100 0 R : stream data differs|10[12] 0 R/,
    );
    expect(
      verdictOn({ objects: objects(after), ...kept }, { objects: objects(before), ...kept }),
    ).not.toBeNull();
  });

  test('is not certain where a stream is packed by itself', () => {
    const itself = stream('/Filter 100 0 R', DATA);
    expect(became(itself, itself)).toBe('100 0 R : stream data differs');
  });

  test('the data of JBIG2Globals', () => {
    const globals = (data: string) => ({ 101: stream('', data) });
    const image = stream('/Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 101 0 R >>', DATA);
    const packed = stream(
      '/Filter [/FlateDecode /JBIG2Decode] /DecodeParms [null << /JBIG2Globals 101 0 R >>]',
      deflate(DATA),
    );
    for (const after of [image, packed]) {
      const with_ = (source: ObjectSource, data: string) => ({ objects: { 100: source, ...globals(data) } });
      expect(verdictOn(with_(image, 'one table'), with_(after, 'one table'))).toBeNull();
      expect(verdictOn(with_(image, 'one table'), with_(after, 'no table'))).toMatch(/101 0 R : stream data/);
    }
  });
});

describe('the same data packed another way is the same', () => {
  const rows: Record<string, [ObjectSource, ObjectSource]> = {
    'deflated or not': [stream('', TEXT), stream(FLATE, deflate(TEXT))],
    'two filters or one': [
      stream('/Filter [/ASCII85Decode /FlateDecode]', ascii85(deflate(TEXT))),
      stream(FLATE, deflate(TEXT)),
    ],
    'an abbreviated name': [stream('/Filter /Fl', deflate(TEXT)), stream(FLATE, deflate(TEXT))],
    'a codec behind a byte filter or alone': [
      stream('/Filter [/FlateDecode /CCITTFaxDecode] /DecodeParms [null << /K -1 >>]', deflate(DATA)),
      fax('/DecodeParms << /K -1 >>'),
    ],
    'an unknown filter without the ASCII filter before it': [
      stream('/Filter [/ASCII85Decode /Unheard]', ascii85(DATA)),
      stream('/Filter /Unheard', DATA),
    ],
    'a filter nobody knows over the same bytes': [
      stream('/Filter /Unheard', DATA),
      stream('/Filter /Unheard', DATA),
    ],
    'a Length that was wrong': [stream('/DL 7', TEXT), stream('', TEXT)],
  };
  test.each(Object.entries(rows))('%s', (_, [before, after]) => {
    expect(became(before, after)).toBeNull();
  });
});

describe('damage is kept as it is', () => {
  const whole = deflate(TEXT);
  const cut = whole.subarray(0, whole.length - 12);
  const readOfCut = () => {
    // A reader decodes the start of the text from the cut data; its length is searched.
    for (let length = TEXT.length; ; length -= 1)
      if (became(stream(FLATE, cut), stream('/Filter /ASCIIHexDecode', hexCut(length))) === null)
        return length;
      else if (length === 0) return null;
  };
  const hexCut = (length: number) => `${Buffer.from(TEXT.subarray(0, length)).toString('hex')}X`;

  test('the same broken bytes are equal', () => {
    expect(became(stream(FLATE, cut), stream(FLATE, cut))).toBeNull();
  });

  test('broken data that became sound is a difference, although it holds what could be read', () => {
    const length = readOfCut();
    expect(length).toBeGreaterThan(0);
    const sound = TEXT.subarray(0, length ?? 0);
    expect(became(stream(FLATE, cut), stream(FLATE, deflate(sound)))).toMatch(/stream data differs/);
    expect(became(stream(FLATE, deflate(sound)), stream(FLATE, cut))).toMatch(/stream data differs/);
  });

  test('of broken data that is packed another way all is compared', () => {
    expect(became(stream(FLATE, cut), stream(FLATE, cut.subarray(0, cut.length - 12)))).toMatch(
      /stream data differs/,
    );
  });
});

describe('what is declared of a stream covers no more than was said', () => {
  const ref = PDFRef.of(100);

  test('content of a digest must decode whole', () => {
    const packed = deflate(TEXT);
    const declared = (data: Uint8Array) =>
      verdictOn(
        { objects: { 100: stream('', 'q Q') } },
        { objects: { 100: stream(FLATE, data) } },
        (changes) => changes.content(ref, contentDigest(TEXT)),
      );
    expect(declared(packed)).toBeNull();
    expect(declared(packed.subarray(0, packed.length / 2))).toMatch(/stream data differs/);
  });

  test('a stream that a digest is given for may also stay as it was', () => {
    const same = { objects: { 100: stream('', 'q Q') } };
    expect(verdictOn(same, same, (changes) => changes.content(ref, contentDigest(TEXT)))).toBeNull();
  });

  test('keys that may change in a stream may come and go, and no others', () => {
    const image = (dict: string) => ({ objects: { 100: stream(dict, 'samples') } });
    const declare = (before: string, after: string) =>
      verdictOn(image(before), image(after), (changes) => changes.stream(ref, ['Width']));
    expect(declare('/Width 2 /Height 2', '/Height 2')).toBeNull();
    expect(declare('/Height 2', '/Width 2 /Height 2')).toBeNull();
    expect(declare('/Width 2 /Height 2', '/Width 2')).toMatch(/100 0 R \/Height: no longer there/);
    expect(declare('/Width 2', '/Width 2 /Height 2')).toMatch(/100 0 R \/Height: was not there before/);
  });

  test('what is declared of a stream in turn adds up', () => {
    const image = (size: number) => ({
      objects: { 100: stream(`/Width ${size} /Height ${size}`, 'samples') },
    });
    const verdict = (...keys: string[]) =>
      verdictOn(image(2), image(1), (changes) => {
        for (const each of keys) changes.stream(ref, [each]);
      });
    expect(verdict('Width', 'Height')).toBeNull();
    expect(verdict('Width', 'Width')).toMatch(/100 0 R \/Height/);
  });

  test('a stream that is declared is no leave for another one', () => {
    const pair = (data: string) => ({
      objects: { 100: stream('', 'q Q'), 101: stream('', data) },
      page: '/Shown [100 0 R 101 0 R]',
    });
    expect(verdictOn(pair('q Q q Q'), pair('Q q'), (changes) => changes.stream(ref))).toMatch(
      /101 0 R : stream data differs/,
    );
  });

  test('content of an object that was merged is what its survivor became', () => {
    const two = (first: string, second: string) => ({
      objects: { 100: stream('', first), 101: stream('', second) },
      page: '/Shown [100 0 R 101 0 R]',
    });
    const one = { objects: { 100: stream('', 'Q') }, page: '/Shown [100 0 R 100 0 R]' };
    const verdict = (digest: string) =>
      verdictOn(two('q Q', 'q Q'), one, (changes) => {
        changes.merged(PDFRef.of(101), ref);
        changes.content(ref, digest);
      });
    expect(verdict(contentDigest(latin1Bytes('Q')))).toBeNull();
    expect(verdict(contentDigest(latin1Bytes('q')))).toMatch(/stream data differs/);
  });
});

describe('joined content', () => {
  const page = PDFRef.of(3);
  const parts = { 100: stream('', 'q 1 0 0'), 101: stream('', '1 0 0 cm Q') };
  const before = { objects: parts, page: '/Contents [100 0 R 101 0 R]' };
  const joined = (data: string | Uint8Array, dict = '') => ({
    objects: { 102: stream(dict, data) },
    page: '/Contents 102 0 R',
  });
  const verdict = (after: typeof before | ReturnType<typeof joined>) =>
    verdictOn(before, after, (changes) => changes.contentsJoined(page));

  test('is the parts with an end of line between them', () => {
    expect(verdict(joined('q 1 0 0\n1 0 0 cm Q\n'))).toBeNull();
    expect(verdict(joined('q 1 0 01 0 0 cm Q'))).toMatch(/joined content differs/);
  });

  test('must be one stream that decodes whole', () => {
    const text = latin1Bytes('q 1 0 0\n1 0 0 cm Q\n');
    expect(verdict(joined(deflate(text), FLATE))).toBeNull();
    expect(verdict(joined(deflate(text).subarray(0, 6), FLATE))).toMatch(/cannot be read/);
    expect(verdict(joined(text, '/Filter /DCTDecode'))).toMatch(/cannot be read/);
    expect(verdict(before)).toMatch(/cannot be read/);
  });

  test('is judged at the page alone: another /Contents inside it must be equal', () => {
    const inner = (text: string) => ({
      objects: { ...parts, 102: stream('', 'q 1 0 0\n1 0 0 cm Q\n') },
      page: `/Contents ${text === 'before' ? '[100 0 R 101 0 R]' : '102 0 R'} /Private << /Contents (${text}) >>`,
    });
    expect(verdictOn(inner('before'), inner('after'), (changes) => changes.contentsJoined(page))).toMatch(
      /3 0 R \/Private\/Contents: \(before\) became \(after\)/,
    );
  });
});

describe('a picture may become a form of layers in its place', () => {
  const CONTENT = latin1Bytes('/P Do');
  const picture = stream('/Type /XObject /Subtype /Image /Width 9 /ColorSpace 200 0 R /OC 201 0 R', DATA);
  const layer = (space = '200 0 R') =>
    stream(`/Type /XObject /Subtype /Image /Width 5 /ColorSpace ${space}`, 'other');
  const form = (entries = '/BBox [0 0 1 1] /OC 201 0 R', content = CONTENT) =>
    stream(`/Type /XObject /Subtype /Form /Resources << /XObject << /P 300 0 R >> >> ${entries}`, content);
  const others = { 200: '[/CalGray << /WhitePoint [1 1 1] >>]', 201: '<< /Type /OCG >>' };
  const said = (after: ObjectSource, more: ObjectSources = { 300: layer() }, isDeclared = true) =>
    verdictOn(
      { objects: { 100: picture, ...others } },
      { objects: { 100: after, ...others, ...more } },
      (changes) => {
        const digest = contentDigest(CONTENT);
        if (isDeclared) changes.separated(PDFRef.of(100), { digest, keepsSpace: true });
      },
    );

  test('as it was declared', () => {
    expect(said(form())).toBeNull();
  });

  test.each<[string, ObjectSource, ObjectSources | undefined, boolean]>([
    ['that nobody declared', form(), undefined, false],
    ['that draws something else', form(undefined, latin1Bytes('/P Do /P Do')), undefined, true],
    ['of another size', form('/BBox [0 0 2 1] /OC 201 0 R'), undefined, true],
    ['with a matrix of its own', form('/BBox [0 0 1 1] /OC 201 0 R /Matrix [2 0 0 1 0 0]'), undefined, true],
    ['without the layer it was on', form('/BBox [0 0 1 1]'), undefined, true],
    ['in another colour space', form(), { 300: layer('/DeviceGray') }, true],
    ['whose layer is no picture', form(), { 300: stream('/Type /XObject /Subtype /Form', '') }, true],
    ['that is still a picture', picture, undefined, true],
  ])('but none %s', (_name, after, more, isDeclared) => {
    expect(said(after, more, isDeclared)).not.toBeNull();
  });
});
