/** The documents of `fixtures/encrypted`, read by pdf-lib's parser alone, and their texts. */
import { readFileSync } from 'node:fs';
import { PDFObjectParser } from 'pdf-lib';
import { expect } from 'vitest';
import {
  key,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../../pdf/objects.ts';
import {
  decryptObject,
  openSecurity,
  type Security,
  streamRoles,
  stringBytes,
} from '../../pdf/security/unlock.ts';

export interface EncryptedFixture {
  readonly context: PDFContext;
  readonly trailer: PDFDict;
  readonly encrypt: PDFDict;
  readonly fileId0: Uint8Array;
}

/** Every object of a file written by qpdf, as stored; inner objects of object streams are not decoded. */
export function readFixture(name: string): EncryptedFixture {
  const bytes = new Uint8Array(
    readFileSync(new URL(`../../fixtures/encrypted/${name}.pdf`, import.meta.url)),
  );
  const text = Buffer.from(bytes).toString('latin1');
  const context = PDFContext.create();
  const parseAt = (at: number) => PDFObjectParser.forBytes(bytes.subarray(at), context).parseObject();
  for (const { 0: head, 1: num, 2: gen, index } of text.matchAll(/(\d+) (\d+) obj\n/g)) {
    context.assign(PDFRef.of(Number(num), Number(gen)), parseAt(index + head.length));
  }
  const trailer = text.includes('\ntrailer ')
    ? (parseAt(text.indexOf('\ntrailer ') + 9) as PDFDict)
    : streamsOf(context, 'XRef')[0]![1].dict;
  const id = trailer.lookup(key('ID'));
  const [fileId0] = /<([0-9a-f]+)>/
    .exec(String(id))!
    .slice(1)
    .map((hex) => PDFHexString.of(hex).asBytes());
  return { context, trailer, encrypt: trailer.lookup(key('Encrypt'), PDFDict), fileId0: fileId0! };
}

export function open(
  { context, encrypt, fileId0 }: EncryptedFixture,
  password: string | undefined,
): Security {
  return openSecurity(encrypt, (object) => context.lookup(object), fileId0, password);
}

export function streamsOf(context: PDFContext, type: string): [PDFRef, PDFRawStream][] {
  return context
    .enumerateIndirectObjects()
    .filter((entry): entry is [PDFRef, PDFRawStream] => entry[1] instanceof PDFRawStream)
    .filter(([, stream]) => stream.dict.get(key('Type')) === PDFName.of(type));
}

export const idOf = (ref: PDFRef) => ({ num: ref.objectNumber, gen: ref.generationNumber });
export const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

export function rolesOf({ context }: EncryptedFixture) {
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  return streamRoles(objects, (object) => context.lookup(object));
}

/** Decrypts every object in place and returns the text of its strings and its stream data, sorted. */
export function plainTexts(fixture: EncryptedFixture, security: Security): string[] {
  const roles = rolesOf(fixture);
  const texts: string[] = [];
  for (const [ref, object] of fixture.context.enumerateIndirectObjects()) {
    const plain = decryptObject(security, object, idOf(ref), roles.get(ref));
    expect(plain.damaged, ref.tag).toBe(false);
    fixture.context.assign(ref, plain.object);
    if (object !== fixture.encrypt) texts.push(...textsIn(plain.object));
  }
  return texts.sort();
}

export function textsIn(object: PDFObject): string[] {
  if (object instanceof PDFString || object instanceof PDFHexString) return [latin1(stringBytes(object))];
  if (object instanceof PDFRawStream) return [...textsIn(object.dict), latin1(object.contents)];
  if (object instanceof PDFDict) return object.values().flatMap(textsIn);
  return 'asArray' in object ? (object as { asArray(): PDFObject[] }).asArray().flatMap(textsIn) : [];
}

/** Texts that `fixtures/encrypted/make.mjs` put into the document. */
export const PLAIN_TEXTS = [
  '',
  '(a\\b)\r\n\xff',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">document</x:xmpmeta>',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">page</x:xmpmeta>',
  'A remark',
  'An attached note.',
  'Approved',
  'BT /F 12 Tf 20 50 Td (Sealed page) Tj ET',
  'Sealed letter',
  'Signature',
  latin1(PDFHexString.of('00112233445566778899aabbccddeeff').asBytes()),
  'deeper',
  'nested',
  'note',
  'note.txt',
  '\xfe\xff\0A\0n\0n\0\xe4',
].sort();

export function edited(
  name: string,
  edit: (encrypt: PDFDict, context: PDFContext) => unknown,
): EncryptedFixture {
  const fixture = readFixture(name);
  edit(fixture.encrypt, fixture.context);
  return fixture;
}
