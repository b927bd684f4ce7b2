import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PdfError } from '../../errors.ts';
import { ascii85, lzw } from '../../testing/byte-encoders.ts';
import { parseObject } from '../../testing/documents/documents.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { PDFContext, type PDFDict, PDFRawStream, PDFRef } from '../objects.ts';
import { decodedHead, decodeKeepingPredictor, decodeStream, filterSteps } from './filters.ts';
import { limitDecoding } from './growth.ts';

const MAX = 1 << 20;
const HELLO = 'Hello World!';

/** A stream with this dictionary (without brackets); object 7 is the value of an indirect entry. */
function streamOf(dict: string, data: string | Uint8Array, indirect?: string): PDFRawStream {
  const context = PDFContext.create();
  if (indirect !== undefined) context.assign(PDFRef.of(7), parseObject(indirect, context));
  const parsed = parseObject(`<< ${dict} >>`, context) as PDFDict;
  return PDFRawStream.of(parsed, typeof data === 'string' ? latin1Bytes(data) : data);
}

function stepsOf(dict: string, indirect?: string) {
  const steps = filterSteps(streamOf(dict, '', indirect).dict);
  return (
    steps?.map(({ name, params }) =>
      params === null ? name : `${name} ${params.toString().replace(/\s+/g, ' ')}`,
    ) ?? null
  );
}

function decoded(dict: string, data: string | Uint8Array, max = MAX) {
  const found = decodeStream(streamOf(dict, data), max);
  return found.kind === 'undecodable'
    ? found
    : { ...found, bytes: Buffer.from(found.bytes).toString('latin1') };
}

const hex = (data: Uint8Array | string) => `${Buffer.from(data as string, 'latin1').toString('hex')}>`;
const flate = (data: string | Uint8Array) =>
  new Uint8Array(deflateSync(Buffer.from(data as string, 'latin1')));

describe('the chain that a dictionary names', () => {
  test.each([
    ['none', '', []],
    ['null', '/Filter null', []],
    ['an empty array', '/Filter []', []],
    ['one name', '/Filter /FlateDecode', ['FlateDecode']],
    ['a chain in its order', '/Filter [/ASCII85Decode /LZWDecode]', ['ASCII85Decode', 'LZWDecode']],
    [
      'abbreviations, as in inline images',
      '/Filter [/AHx /A85 /LZW /Fl /RL /CCF /DCT]',
      [
        'ASCIIHexDecode',
        'ASCII85Decode',
        'LZWDecode',
        'FlateDecode',
        'RunLengthDecode',
        'CCITTFaxDecode',
        'DCTDecode',
      ],
    ],
    ['escapes in a name', '/Filter /Flate#44ecode', ['FlateDecode']],
    ['a name that no one knows', '/Filter /Foo', ['Foo']],
    [
      'parameters by position, null where there are none',
      '/Filter [/A85 /Fl] /DecodeParms [null << /Predictor 15 >>]',
      ['ASCII85Decode', 'FlateDecode << /Predictor 15 >>'],
    ],
    [
      'fewer parameters than filters',
      '/Filter [/A85 /Fl] /DecodeParms [null]',
      ['ASCII85Decode', 'FlateDecode'],
    ],
    [
      'one dictionary beside an array belongs to the first',
      '/Filter [/Fl /A85] /DecodeParms << /Predictor 2 >>',
      ['FlateDecode << /Predictor 2 >>', 'ASCII85Decode'],
    ],
    [
      'an array of parameters beside one name',
      '/Filter /Fl /DecodeParms [<< /Columns 3 >>]',
      ['FlateDecode << /Columns 3 >>'],
    ],
    ['/DP', '/Filter /Fl /DP << /Columns 3 >>', ['FlateDecode << /Columns 3 >>']],
    ['parameters that are none', '/Filter /Fl /DecodeParms (no)', ['FlateDecode']],
    ['something that is no filter', '/Filter 12', null],
    ['a chain with something that is no filter', '/Filter [/Fl 12]', null],
    ['a chain without end', `/Filter [${'/AHx '.repeat(100)}]`, null],
  ])('%s', (_, dict, expected) => {
    expect(stepsOf(dict)).toEqual(expected);
  });

  test.each([
    ['the filter', '/Filter 7 0 R', '/FlateDecode', ['FlateDecode']],
    ['the array', '/Filter 7 0 R', '[/A85 /Fl]', ['ASCII85Decode', 'FlateDecode']],
    ['a name in the array', '/Filter [7 0 R /Fl]', '/A85', ['ASCII85Decode', 'FlateDecode']],
    [
      'the parameters',
      '/Filter /Fl /DecodeParms 7 0 R',
      '<< /Columns 3 >>',
      ['FlateDecode << /Columns 3 >>'],
    ],
    ['a filter that leads nowhere', '/Filter 8 0 R', '/unused', []],
  ])('%s may be indirect', (_, dict, indirect, expected) => {
    expect(stepsOf(dict, indirect)).toEqual(expected);
  });
});

describe('decoding', () => {
  test('without filters the bytes are the stream’s own', () => {
    const stream = streamOf('', HELLO);
    const found = decodeStream(stream, MAX);
    expect(found).toEqual({ kind: 'bytes', bytes: stream.contents, damaged: false });
    expect(found.kind === 'bytes' && found.bytes).toBe(stream.contents);
  });

  test.each([
    ['Flate', '/Filter /FlateDecode', flate(HELLO)],
    ['Flate without its header', '/Filter /FlateDecode', new Uint8Array(deflateRawSync(HELLO))],
    ['ASCIIHex', '/Filter /AHx', hex(HELLO)],
    ['ASCII85', '/Filter /A85', '87cURD]i,"Ebo80~>'],
    ['RunLength', '/Filter /RL', `\x0b${HELLO}\x80`],
    ['Flate in ASCIIHex', '/Filter [/AHx /Fl]', hex(flate(HELLO))],
    ['Flate in Flate in Flate', '/Filter [/Fl /Fl /Fl]', flate(flate(flate(HELLO)))],
    ['RunLength in ASCIIHex in Flate', '/Filter [/Fl /AHx /RL]', flate(hex(`\x0b${HELLO}\x80`))],
    [
      'a Crypt filter, which the loader has undone',
      '/Filter [/Crypt /Fl] /DecodeParms [<< /Name /Identity >> null]',
      flate(HELLO),
    ],
  ])('%s', (_, dict, data) => {
    expect(decoded(dict, data)).toEqual({ kind: 'bytes', bytes: HELLO, damaged: false });
  });

  test('/EarlyChange says when LZW codes grow', () => {
    // 253 entries fill the table up to code 510: the next code has 9 bits, or 10 with the early change.
    const bits: string[] = [];
    const put = (value: number, width: number) => bits.push(value.toString(2).padStart(width, '0'));
    const plain = noise(254);
    put(256, 9);
    for (const byte of plain) put(byte, 9);
    put(257, 9);
    const data = Uint8Array.from(bits.join('').match(/.{1,8}/g) ?? [], (byte) =>
      Number.parseInt(byte.padEnd(8, '0'), 2),
    );
    const late = decodeStream(streamOf('/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>', data), MAX);
    expect(late).toMatchObject({ kind: 'bytes', damaged: false });
    expect(late.kind === 'bytes' && Buffer.from(late.bytes).equals(Buffer.from(plain))).toBe(true);
  });

  test('predictors are undone inside a chain as well as at its end', () => {
    const rows = Uint8Array.of(2, 1, 2, 3, 2, 1, 1, 1);
    const predictor = '<< /Predictor 12 /Columns 3 >>';
    const expected = '\x01\x02\x03\x02\x03\x04';
    expect(decoded(`/Filter /Fl /DecodeParms ${predictor}`, flate(rows))).toMatchObject({ bytes: expected });
    expect(
      decoded(
        `/Filter [/Fl /AHx] /DecodeParms [<< /Predictor 2 /Columns 13 >> null]`,
        flate(tiffRow(hex(expected))),
      ),
    ).toMatchObject({
      bytes: expected,
    });
  });

  test('a predictor beside a filter that has none means nothing', () => {
    expect(decoded('/Filter /AHx /DecodeParms << /Predictor 12 /Columns 3 >>', hex(HELLO))).toMatchObject({
      bytes: HELLO,
    });
  });

  test.each(['DCTDecode', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode'])(
    '%s at the end is left to the image codecs, byte filters before it undone',
    (name) => {
      const found = decodeStream(
        streamOf(`/Filter [/AHx /${name}] /DecodeParms [null << /K -1 >>]`, hex('data')),
        MAX,
      );
      expect(found).toMatchObject({ kind: 'codec', damaged: false, filter: { name } });
      expect(found.kind === 'codec' && Buffer.from(found.bytes).toString()).toBe('data');
      expect(found.kind === 'codec' && found.filter.params?.toString()).toContain('/K -1');
    },
  );

  test.each([
    ['a filter that no one knows', '/Filter /Foo', 'unknown-filter'],
    ['one behind others', '/Filter [/AHx /Foo]', 'unknown-filter'],
    ['an image codec before other filters', '/Filter [/DCT /AHx]', 'unknown-filter'],
    ['a chain that is none', '/Filter (Fl)', 'unknown-filter'],
    ['a predictor that no one knows', '/Filter /LZW /DecodeParms << /Predictor 7 >>', 'bad-params'],
    [
      'a predictor of endless rows',
      '/Filter /LZW /DecodeParms << /Predictor 12 /Columns 1073741824 >>',
      'bad-params',
    ],
  ])('%s is undecodable', (_, dict, reason) => {
    expect(decoded(dict, '>')).toMatchObject({ kind: 'undecodable', reason });
  });
});

describe('damage', () => {
  const plain = 'BT /F1 12 Tf (words) Tj ET\n'.repeat(400);

  test('of cut Flate data the head is there, and known to be damaged', () => {
    const packed = flate(plain);
    for (const length of [0, 1, 2, 3, packed.length >> 1, packed.length - 5]) {
      const found = decoded('/Filter /Fl', packed.subarray(0, length));
      expect(found).toMatchObject({ kind: 'bytes', damaged: true });
      expect(plain.startsWith(found.kind === 'bytes' ? found.bytes : '?')).toBe(true);
    }
  });

  test('a wrong check sum alone is no damage: readers do not look at it', () => {
    const packed = flate(plain);
    packed[packed.length - 1]! ^= 1;
    expect(decoded('/Filter /Fl', packed)).toEqual({ kind: 'bytes', bytes: plain, damaged: false });
  });

  test('inside a chain it stays known to the end', () => {
    const packed = flate(hex(plain));
    expect(decoded('/Filter [/Fl /AHx]', packed.subarray(0, packed.length >> 1))).toMatchObject({
      kind: 'bytes',
      damaged: true,
    });
    expect(decoded('/Filter [/Fl /DCT]', packed.subarray(0, packed.length >> 1))).toMatchObject({
      kind: 'codec',
      damaged: true,
    });
  });
});

describe('caps', () => {
  test.each([
    ['Flate', '/Filter /Fl', flate(new Uint8Array(5_000_000))],
    ['a bomb inside a bomb', '/Filter [/Fl /Fl /Fl]', flate(flate(flate(new Uint8Array(5_000_000))))],
    ['RunLength behind Flate', '/Filter [/Fl /RL]', flate('\x81\0'.repeat(20_000))],
    ['a middle step alone', '/Filter [/Fl /AHx]', flate(`${' '.repeat(2_000_000)}41>`)],
    ['ASCII85 zeros', '/Filter /A85', `${'z'.repeat(300_000)}~>`],
  ])('%s: more than the cap is refused', (_, dict, data) => {
    expect(decoded(dict, data)).toEqual({ kind: 'undecodable', reason: 'too-large' });
  });

  test.each([0, 1, 11])('a cap of %i below twelve bytes is kept', (max) => {
    for (const [dict, data] of [
      ['/Filter /Fl', flate(HELLO)],
      ['/Filter /AHx', hex(HELLO)],
      ['/Filter /RL', `\x0b${HELLO}\x80`],
    ] as const) {
      expect(decoded(dict, data, max)).toEqual({ kind: 'undecodable', reason: 'too-large' });
      expect(decoded(dict, data, 12)).toMatchObject({ kind: 'bytes', bytes: HELLO });
    }
  });
});

describe('keeping the last predictor', () => {
  const rows = Uint8Array.of(2, 1, 2, 3, 2, 1, 1, 1);

  test('gives the predicted bytes and the parameters that undo them', () => {
    const dict = '/Filter [/AHx /Fl] /DecodeParms [null << /Predictor 12 /Columns 3 >>]';
    const found = decodeKeepingPredictor(streamOf(dict, hex(flate(rows))), MAX);
    expect(found).toMatchObject({ kind: 'bytes', bytes: rows, damaged: false });
    expect(found.kind === 'bytes' && found.predictor?.toString()).toContain('/Columns 3');
  });

  test.each([
    ['no parameters', '/Filter /Fl'],
    ['parameters without a predictor', '/Filter /Fl /DecodeParms << /Columns 3 >>'],
    ['predictor 1', '/Filter /Fl /DecodeParms << /Predictor 1 >>'],
  ])('%s: the bytes are plain', (_, dict) => {
    expect(decodeKeepingPredictor(streamOf(dict, flate(rows)), MAX)).toMatchObject({
      bytes: rows,
      predictor: null,
    });
  });

  test('an earlier predictor of the chain is undone', () => {
    const dict = '/Filter [/Fl /AHx] /DecodeParms [<< /Predictor 2 /Columns 5 >> null]';
    const found = decodeKeepingPredictor(streamOf(dict, flate(tiffRow('4142>'))), MAX);
    expect(found).toMatchObject({ kind: 'bytes', bytes: latin1Bytes('AB'), predictor: null });
  });
});

/** One row of bytes, each as the difference from the previous one (TIFF 6.0, section 14). */
function tiffRow(text: string): Uint8Array {
  return Uint8Array.from(
    text,
    (character, i) => character.charCodeAt(0) - (i > 0 ? text.charCodeAt(i - 1) : 0),
  );
}

describe('the first bytes', () => {
  const plain = noise(9000);
  const text = latin1Bytes('0 0 1 rg 10 20 m\n'.repeat(600));
  test.each([
    ['no filter', '', plain],
    ['Flate', '/Filter /FlateDecode', flate(plain)],
    ['Flate of repeats', '/Filter /FlateDecode', flate(text)],
    ['LZW', '/Filter /LZWDecode', lzw(plain, { earlyChange: 1, whenFull: 'clear at 4095' })],
    [
      'hexadecimal digits of ASCII85 of Flate',
      '/Filter [/AHx /A85 /Fl]',
      latin1Bytes(hex(ascii85(flate(plain)))),
    ],
    [
      'rows of one byte under a predictor',
      '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 1 >>',
      flate(Uint8Array.from([...plain].flatMap((byte) => [1, byte]))),
    ],
    ['Flate of a JPEG', '/Filter [/FlateDecode /DCTDecode]', flate(plain)],
  ])('of %s are what all of it begins with', (_name, dict, data) => {
    const whole = decodeStream(streamOf(dict, data), MAX);
    if (whole.kind === 'undecodable') throw new Error(whole.reason);
    for (const length of [1, 100, 5000, 9000]) {
      const head = decodedHead(streamOf(dict, data), length);
      expect(Buffer.from(head ?? []).equals(Buffer.from(whole.bytes.subarray(0, length)))).toBe(true);
    }
  });

  test('cannot be had through a filter that nobody knows', () => {
    expect(decodedHead(streamOf('/Filter /NewDecode', 'abc'), 2)).toBeNull();
  });
});

describe('chains that explode', () => {
  test('are given up before much is unpacked, and not tried again', () => {
    const names = ['/ASCIIHexDecode', ...Array<string>(8).fill('/RunLengthDecode')];
    const stream = streamOf(`/Filter [${names.join(' ')}]`, '8181>');
    limitDecoding(stream.dict.context, 64 * 1024 * 1024);
    // If each attempt were counted, the document's budget would be exhausted.
    for (let times = 0; times < 20; times++) {
      expect(decodeStream(stream, 256 * 1024 * 1024)).toEqual({ kind: 'undecodable', reason: 'too-large' });
    }
  });

  test('what is too large for one caller is not for another', () => {
    const stream = streamOf('/Filter /RunLengthDecode', '\x81x'.repeat(100));
    expect(decodeStream(stream, 100)).toMatchObject({ reason: 'too-large' });
    expect(decodeStream(stream, 20_000)).toMatchObject({ kind: 'bytes', damaged: false });
    expect(decodeStream(stream, 100)).toMatchObject({ reason: 'too-large' });
  });

  test('no step makes more than the document has left', () => {
    const stream = streamOf('/Filter /RunLengthDecode', '\x81x'.repeat(100));
    limitDecoding(stream.dict.context, 1000);
    expect(() => decodeStream(stream, 1e9)).toThrow(PdfError);
  });

  test('what is packed twice and is no explosion is unpacked', () => {
    const plain = new Uint8Array(1e6).fill(7);
    const stream = streamOf('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflateSync(plain)));
    expect(decodeStream(stream, 1e9)).toMatchObject({ kind: 'bytes', damaged: false });
  });
});
