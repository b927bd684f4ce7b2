import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import { picturesFile } from '../testing/documents/pictures-file.ts';
import { richFile } from '../testing/documents/rich-document.ts';
import { forgedReceipts } from '../testing/forged-receipts.ts';
import { createTestHost } from '../testing/host.ts';
import { ENGINE_VERSION } from '../version.ts';
import { checkReceipt } from './check-receipt.ts';
import { compareFields } from './compare-fields.ts';
import { issueReceipt } from './issue-receipt.ts';
import { readReceipt } from './read-receipt.ts';
import { isReceiptValid, type Receipt } from './receipt.ts';
import { receiptSchema } from './receipt-schema.ts';
import { upgradeReceipt } from './receipt-v1.ts';

const host = createTestHost();
const input = richFile();
const options = { ...DEFAULT_OPTIONS, quality: 40, minDpi: 150 };
const result = await compress(input, options, { host });
const receipt = await issueReceipt(input, result, { host });

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const read = (changes: Partial<Record<keyof Receipt, unknown>> = {}) =>
  readReceipt(JSON.stringify({ ...receipt, ...changes }));

test('a receipt has both digests, every option, the version, and what was found equal', () => {
  expect(receipt).toMatchObject({
    schema: 'pagelight-receipt/2',
    engine: { name: 'pagelight', version: ENGINE_VERSION },
    input: { size: input.length, sha256: digest(input) },
    output: { size: result.bytes.length, sha256: digest(result.bytes) },
    unchanged: false,
    passwordUsed: false,
    document: { pages: 2 },
    warnings: [],
  });
  expect(receipt.options).toEqual(options);
  const compared = new Map(receipt.compared?.map((row) => [row.kind, row]));
  for (const kind of [
    'text',
    'links',
    'bookmarks',
    'fields',
    'tags',
    'layers',
    'attachments',
    'page-sizes',
  ] as const) {
    expect(compared.get(kind), kind).toMatchObject({ equal: true, notCompared: 0 });
    expect(compared.get(kind)?.before, kind).toBeGreaterThan(0);
  }
  expect(compared.get('metadata')).toMatchObject({ before: 5, after: 0, equal: false });
});

test('images that are stored in another way are told before and after', async () => {
  const file = picturesFile();
  const told = await issueReceipt(file, await compress(file, options, { host }), { host });
  expect(told.imagesChanged.length).toBeGreaterThan(0);
  for (const { before, after } of told.imagesChanged) expect(after.size).toBeLessThan(before.size);
});

test('it is the same each time, holds no date and quotes nothing', async () => {
  expect(await issueReceipt(input, result, { host })).toEqual(receipt);
  expect(JSON.stringify(receipt)).not.toMatch(/quick brown|example\.org|a\.txt|Nonymous|20\d\d-\d\d/);
});

test('of a file that came back it says so', async () => {
  const again = await compress(result.bytes, options, { host });
  const told = await issueReceipt(result.bytes, again, { host });
  expect(told).toMatchObject({ unchanged: true, imagesChanged: [] });
  expect(told.output).toEqual(told.input);
  expect(told.compared?.every(({ equal }) => equal)).toBe(true);
});

test('the password is never part of it, only that there was one', async () => {
  const told = await issueReceipt(input, result, { host, password: 'sesame' });
  // The password was not needed.
  expect(told.passwordUsed).toBe(false);
  const document = { ...result.report.document, encrypted: true };
  const locked = { ...result, report: { ...result.report, document } };
  expect(await issueReceipt(input, locked, { host, password: 'sesame' })).toMatchObject({
    passwordUsed: true,
  });
  expect(JSON.stringify(told)).not.toContain('sesame');
});

test('a password that the document does not need is not to be made again without it, and is no forgery', async () => {
  const open = new Uint8Array(
    readFileSync(new URL('../fixtures/encrypted/r6-aes-256-empty.pdf', import.meta.url)),
  );
  const made = await compress(open, options, { host, password: 'sesame' });
  const told = await issueReceipt(open, made, { host, password: 'sesame' });
  expect(told).toMatchObject({ passwordUsed: true, document: { encrypted: true } });
  const verdictOn = async (given: Receipt) =>
    checkReceipt(readReceipt(JSON.stringify(given))!, open, made.bytes, { host });
  expect(await verdictOn(told)).toMatchObject({
    reproduced: true,
    fields: { different: [], notChecked: [{ field: 'passwordUsed', reason: 'password' }] },
  });
  const plain = await issueReceipt(open, made, { host });
  expect(await verdictOn(plain)).toMatchObject({ fields: { different: [], notChecked: [] } });
});

test.each([
  { made: null, different: [], notChecked: [{ field: 'compared', reason: 'limits' }] },
  { made: [], different: ['compared'], notChecked: [] },
])('what was compared, where $made can be compared now', ({ made, ...wanted }) => {
  const again = { ...receipt, compared: made };
  expect(compareFields(read()!.fields, { receipt: again, hasPassword: false })).toEqual(wanted);
});

test.each([
  ['a text where an object belongs', { document: 'none' }, ['document']],
  ['nothing where an object belongs', { document: null }, ['document']],
  ['an object where a number belongs', { output: { ...receipt.output, bytes: {} } }, ['output.bytes']],
  ['a list that is longer', { compared: [1, 2, 3] }, ['compared']],
  ['a field that we do not have', { extra: { deep: 1 } }, ['extra']],
])('of a forged receipt, %s is named once, by its path', (_, forged, different) => {
  const fields = { ...read()!.fields, ...forged };
  expect(compareFields(fields, { receipt, hasPassword: false })).toEqual({ different, notChecked: [] });
});

test('it is what its schema says, and what is read of it is enough', () => {
  expect(receiptSchema.parse(JSON.parse(JSON.stringify(receipt)))).toEqual(receipt);
  expect(read()).toEqual({
    fields: JSON.parse(JSON.stringify(receipt)),
    engineVersion: ENGINE_VERSION,
    input: receipt.input,
    output: receipt.output,
    options,
  });
});

test('options that were not there yet have their defaults', () => {
  expect(read({ options: { quality: 40 } })?.options).toEqual({ ...DEFAULT_OPTIONS, quality: 40 });
});

test.each<[string, Partial<Record<keyof Receipt, unknown>>]>([
  ['of another form', { schema: 'pagelight-receipt/3' }],
  ['without a version', { engine: { name: 'pagelight' } }],
  ['with half a digest', { input: { size: 1, sha256: 'abc' } }],
  ['without an output', { output: undefined }],
  ['with an option of a later version', { options: { ...options, sharpness: 3 } }],
  ['with an option out of its range', { options: { ...options, quality: 0 } }],
  ['with an option of another kind', { options: { ...options, grayscale: 1 } }],
  ['with overrides that are none', { imageOverrides: { 7: { kind: 'blur' } } }],
])('a receipt %s is not read', (_, changes) => {
  expect(read(changes)).toBeNull();
});

test('a receipt of schema 1 is read as one of schema 2', async () => {
  const { passwordUsed, imagesUnchanged, ...same } = receipt;
  const sized = ({ size, ...rest }: { readonly size: number }) => ({ ...rest, bytes: size });
  const former = {
    ...same,
    schema: 'pagelight-receipt/1',
    input: sized(receipt.input),
    output: sized(receipt.output),
    passwordGiven: passwordUsed,
    compared: receipt.compared?.map(({ notCompared, ...kind }) => ({ ...kind, unsure: notCompared })),
    imagesChanged: receipt.imagesChanged.map((image) => ({
      ...image,
      before: sized(image.before),
      after: sized(image.after),
    })),
    imagesKept: imagesUnchanged,
    warnings: ['text-separated', 'signed'],
  };
  expect(readReceipt(JSON.stringify(former))).toEqual(read({ warnings: ['mrc-applied', 'signed'] }));
  expect(upgradeReceipt(former)).toEqual({ ...receipt, warnings: ['mrc-applied', 'signed'] });
  const verdict = await checkReceipt(
    readReceipt(JSON.stringify({ ...former, warnings: [] }))!,
    input,
    result.bytes,
    { host },
  );
  expect(isReceiptValid(verdict)).toBe(true);
});

test.each(['', 'no json', 'null', '[]', '7'])('the text %o is no receipt', (text) => {
  expect(readReceipt(text)).toBeNull();
});

test('the receipt is right for its own two files', async () => {
  const verdict = await checkReceipt(read()!, input, result.bytes, { host });
  expect(verdict).toMatchObject({ outputMatches: true, reproduced: true, sha256: receipt.output.sha256 });
  expect(isReceiptValid(verdict)).toBe(true);
});

describe('a forged receipt is refused by its field', () => {
  const [row, ...rows] = receipt.compared!;
  test.each<[string, object]>([
    ...forgedReceipts(receipt).map(({ field, receipt }) => [field, receipt] as [string, object]),
    ['compared[0].equal', { compared: [{ ...row, equal: !row!.equal }, ...rows] }],
    ['compared', { compared: rows }],
    ['imagesUnchanged', { imagesUnchanged: receipt.imagesUnchanged + 1 }],
    ['profilesChanged', { profilesChanged: [] }],
  ])('%s', async (field, changes) => {
    const verdict = await checkReceipt(read(changes)!, input, result.bytes, { host });
    expect(verdict).toMatchObject({ fileReproduced: true, fields: { different: [field], notChecked: [] } });
    expect(isReceiptValid(verdict)).toBe(false);
  });

  test('engine.version is not to be made again, and never called right', async () => {
    const verdict = await checkReceipt(
      read({ engine: { name: 'pagelight', version: '9.9.9' }, imagesUnchanged: 77, unchanged: true })!,
      input,
      result.bytes,
      { host },
    );
    expect(verdict).toMatchObject({
      reproduced: true,
      fields: {
        different: ['unchanged'],
        notChecked: [
          { field: 'engine.version', reason: 'engine-version' },
          { field: 'imagesUnchanged', reason: 'engine-version' },
        ],
      },
    });
    expect(isReceiptValid(verdict)).toBe(false);
  });

  test('what cannot be made again alone is not called right', async () => {
    const other = read({ engine: { name: 'pagelight', version: '9.9.9' } })!;
    const verdict = await checkReceipt(other, input, result.bytes, { host });
    expect(verdict).toMatchObject({ reproduced: true, fields: { different: [] } });
    expect(isReceiptValid(verdict)).toBe(false);
  });
});

test('images that were kept on request are kept again', async () => {
  const file = picturesFile();
  const plain = await compress(file, options, { host });
  const [changed] = plain.report.images.filter(({ outcome }) => outcome.kind === 'replaced');
  const imageOverrides = { [changed!.object]: { kind: 'keep' } } as const;
  const kept = await compress(file, options, { host, imageOverrides });
  const told = await issueReceipt(file, kept, { host, imageOverrides });
  expect(told.imageOverrides).toEqual(imageOverrides);
  const verdict = await checkReceipt(readReceipt(JSON.stringify(told))!, file, kept.bytes, { host });
  expect(isReceiptValid(verdict)).toBe(true);
});

test('of another input nothing is made again', async () => {
  expect(await checkReceipt(read()!, result.bytes, result.bytes, { host })).toEqual({ kind: 'other-file' });
});

test('a file that was changed afterwards, and a receipt that says something else, are told apart', async () => {
  const changed = new Uint8Array([...result.bytes, 10]);
  const onChanged = await checkReceipt(read()!, input, changed, { host });
  expect(onChanged).toMatchObject({ outputMatches: false, reproduced: true });
  expect(isReceiptValid(onChanged)).toBe(false);
  const other = read({ options: { ...options, stripMetadata: false }, engine: { version: '9.0.0' } })!;
  const verdict = await checkReceipt(other, input, result.bytes, { host });
  expect(verdict).toMatchObject({
    outputMatches: true,
    reproduced: false,
    versions: { receipt: '9.0.0', current: ENGINE_VERSION },
  });
  expect(isReceiptValid(verdict)).toBe(false);
});
