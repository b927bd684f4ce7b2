import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { decodePDFRawStream, PDFObjectParser } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { problemOf } from '../errors.ts';
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
} from './objects.ts';
import {
  decryptObject,
  encryptObject,
  openSecurity,
  type Security,
  separatesRoles,
  streamRoles,
  stringBytes,
} from './security.ts';

interface Fixture {
  readonly context: PDFContext;
  readonly trailer: PDFDict;
  readonly encrypt: PDFDict;
  readonly fileId0: Uint8Array;
}

/** Every object of a file that qpdf wrote, as it stands there; inner objects of object streams are not unpacked. */
function readFixture(name: string): Fixture {
  const bytes = new Uint8Array(readFileSync(new URL(`../fixtures/encrypted/${name}.pdf`, import.meta.url)));
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

function open({ context, encrypt, fileId0 }: Fixture, password: string | undefined): Security {
  return openSecurity(encrypt, (object) => context.lookup(object), fileId0, password);
}

function streamsOf(context: PDFContext, type: string): [PDFRef, PDFRawStream][] {
  return context
    .enumerateIndirectObjects()
    .filter((entry): entry is [PDFRef, PDFRawStream] => entry[1] instanceof PDFRawStream)
    .filter(([, stream]) => stream.dict.get(key('Type')) === PDFName.of(type));
}

const idOf = (ref: PDFRef) => ({ num: ref.objectNumber, gen: ref.generationNumber });
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function rolesOf({ context, trailer }: Fixture) {
  const catalog = trailer.lookup(key('Root'), PDFDict);
  return streamRoles(catalog, context.enumerateIndirectObjects(), (object) => context.lookup(object));
}

/** Decrypts every object in place and gives the text of its strings and its stream data, sorted. */
function plainTexts(fixture: Fixture, security: Security): string[] {
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

function textsIn(object: PDFObject): string[] {
  if (object instanceof PDFString || object instanceof PDFHexString) return [latin1(stringBytes(object))];
  if (object instanceof PDFRawStream) return [...textsIn(object.dict), latin1(object.contents)];
  if (object instanceof PDFDict) return object.values().flatMap(textsIn);
  return 'asArray' in object ? (object as { asArray(): PDFObject[] }).asArray().flatMap(textsIn) : [];
}

/** What `fixtures/encrypted/make.mjs` put into the document. */
const PLAIN_TEXTS = [
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

const FILES = [
  { name: 'r2-rc4-40', user: 'user', owner: 'owner', cipher: 'rc4', keyBits: 40, permissions: -4 },
  { name: 'r2-rc4-40-empty', user: '', owner: 'owner', cipher: 'rc4', keyBits: 40, permissions: -4 },
  { name: 'r3-rc4-128', user: 'user', owner: 'owner', cipher: 'rc4', keyBits: 128, permissions: -2052 },
  {
    name: 'r3-rc4-128-accents',
    user: 'pässwörd€',
    owner: 'ówner',
    cipher: 'rc4',
    keyBits: 128,
    permissions: -4,
  },
  { name: 'r4-rc4-128', user: 'user', owner: 'owner', cipher: 'rc4', keyBits: 128, permissions: -4 },
  { name: 'r4-aes-128', user: 'user', owner: 'owner', cipher: 'aes-128', keyBits: 128, permissions: -4 },
  {
    name: 'r4-aes-128-clear-metadata',
    user: 'user',
    owner: 'owner',
    cipher: 'aes-128',
    keyBits: 128,
    permissions: -4,
  },
  { name: 'r5-aes-256', user: 'user', owner: 'owner', cipher: 'aes-256', keyBits: 256, permissions: -4 },
  { name: 'r6-aes-256', user: 'user', owner: 'owner', cipher: 'aes-256', keyBits: 256, permissions: -4 },
  {
    name: 'r6-aes-256-accents',
    user: 'pässwörd€',
    owner: 'ówner',
    cipher: 'aes-256',
    keyBits: 256,
    permissions: -4,
  },
  {
    name: 'r6-aes-256-clear-metadata',
    user: 'user',
    owner: 'owner',
    cipher: 'aes-256',
    keyBits: 256,
    permissions: -4,
  },
  { name: 'r6-aes-256-empty', user: '', owner: 'owner', cipher: 'aes-256', keyBits: 256, permissions: -1340 },
] as const;

describe.each(FILES)('$name', ({ name, user, owner, cipher, keyBits, permissions }) => {
  test('opens with the user password and gives every string and stream in plain', () => {
    const fixture = readFixture(name);
    const security = open(fixture, user);
    expect(security.openedAs).toBe('user');
    expect(plainTexts(fixture, security)).toEqual(PLAIN_TEXTS);
  });

  test('opens with the owner password too', () => {
    const fixture = readFixture(name);
    const security = open(fixture, owner);
    expect(security.openedAs).toBe('owner');
    expect(plainTexts(fixture, security)).toEqual(PLAIN_TEXTS);
  });

  test('says how it is encrypted and what is allowed', () => {
    const { method, permissions: found } = open(readFixture(name), user);
    const clear = name.endsWith('clear-metadata');
    expect(method).toMatchObject({ keyBits, streams: cipher, strings: cipher, encryptsMetadata: !clear });
    expect(`r${method.revision}`).toBe(name.slice(0, 2));
    expect(found).toBe(permissions);
  });

  test('is encrypted again under new numbers and read back', () => {
    const fixture = readFixture(name);
    const security = open(fixture, user);
    plainTexts(fixture, security);
    const roles = rolesOf(fixture);
    for (const [ref, object] of fixture.context.enumerateIndirectObjects()) {
      if (object === fixture.encrypt) continue;
      const id = { num: ref.objectNumber + 70_000, gen: 0 };
      const cipher = encryptObject(security, object, id, roles.get(ref));
      expect(textsIn(decryptObject(security, cipher, id, roles.get(ref)).object)).toEqual(textsIn(object));
      expect(encryptObject(security, object, id, roles.get(ref)).toString()).toBe(cipher.toString());
    }
  });
});

test.each(FILES.filter(({ user }) => user !== ''))(
  '$name asks for a password and knows a wrong one',
  ({ name }) => {
    const fixture = readFixture(name);
    const problemWith = (password: string | undefined) => thrownBy(() => open(fixture, password));
    expect(problemWith(undefined)).toEqual({ code: 'encrypted_pdf', reason: 'password-needed' });
    expect(problemWith('')).toEqual({ code: 'encrypted_pdf', reason: 'password-needed' });
    expect(problemWith('User')).toEqual({ code: 'encrypted_pdf', reason: 'wrong-password' });
  },
);

test.each(FILES.filter(({ user }) => user === ''))(
  '$name opens without a password, and with a needless one',
  ({ name }) => {
    const fixture = readFixture(name);
    expect(open(fixture, undefined).openedAs).toBe('user');
    expect(plainTexts(fixture, open(fixture, 'needless'))).toEqual(PLAIN_TEXTS);
  },
);

test.each(['r4-aes-128-object-streams', 'r6-aes-256-object-streams'])(
  '%s: the object stream is encrypted as a whole, the cross-reference stream not at all',
  (name) => {
    const fixture = readFixture(name);
    const security = open(fixture, 'user');
    const [ref, objectStream] = streamsOf(fixture.context, 'ObjStm')[0]!;
    const plain = decryptObject(security, objectStream, idOf(ref)).object as PDFRawStream;
    expect(latin1(decodePDFRawStream(plain).decode())).toContain('(Sealed letter)');

    const [xrefRef, xref] = streamsOf(fixture.context, 'XRef')[0]!;
    expect(decryptObject(security, xref, idOf(xrefRef)).object).toBe(xref);
    expect(encryptObject(security, xref, idOf(xrefRef))).toBe(xref);
  },
);

describe('the password', () => {
  test('may be typed in another Unicode form', () => {
    const decomposed = 'pässwörd€'.normalize('NFD');
    expect(open(readFixture('r6-aes-256-accents'), decomposed).openedAs).toBe('user');
  });

  test('counts 127 bytes in revision 6, so that one of hostile length costs no more than another', () => {
    const fixture = readFixture('r6-aes-256');
    expect(thrownBy(() => open(fixture, 'ö'.repeat(1_000_000)))).toMatchObject({ reason: 'wrong-password' });
  });
});

describe('roles', () => {
  test('separate the document metadata and embedded files', () => {
    const fixture = readFixture('r4-aes-128-clear-metadata');
    const { context, trailer } = fixture;
    const metadata = trailer.lookup(key('Root'), PDFDict).get(key('Metadata')) as PDFRef;
    const [[file]] = streamsOf(context, 'EmbeddedFile') as [[PDFRef, PDFRawStream]];
    expect([...rolesOf(fixture)]).toEqual([
      [file, 'embedded-file'],
      [metadata, 'document-metadata'],
    ]);
    expect(separatesRoles(open(fixture, 'user'))).toBe(true);
    expect(separatesRoles(open(readFixture('r4-aes-128'), 'user'))).toBe(false);
  });

  test('decide the cipher when attachments have their own crypt filter', () => {
    const fixture = edited('r4-aes-128', (encrypt) => {
      encrypt.set(key('EFF'), PDFName.of('Identity'));
    });
    const security = open(fixture, 'user');
    const stream = fixture.context.obj({}) as PDFDict;
    const bytes = Uint8Array.of(1, 2, 3);
    const id = { num: 5, gen: 0 };
    expect(security.encryptStream(bytes, stream, id, 'embedded-file')).toBe(bytes);
    expect(security.encryptStream(bytes, stream, id)).toHaveLength(32);
    stream.set(key('Type'), PDFName.of('EmbeddedFile'));
    expect(security.encryptStream(bytes, stream, id)).toBe(bytes);
  });
});

describe('a Crypt filter of a stream', () => {
  const id = { num: 9, gen: 0 };
  const bytes = new TextEncoder().encode('plain');
  const streamDict = (context: PDFContext, source: string) =>
    PDFObjectParser.forBytes(new TextEncoder().encode(source), context).parseObject() as PDFDict;

  test.each([
    '<< /Filter /Crypt >>',
    '<< /Filter /Crypt /DecodeParms << /Name /Identity >> >>',
    '<< /Filter [/Crypt /FlateDecode] /DecodeParms [<< /Name /Identity >> null] >>',
    '<< /Filter [/Crypt] /DecodeParms << /Name /Identity >> >>',
  ])('leaves the data as it is: %s', (source) => {
    const fixture = readFixture('r4-aes-128');
    const security = open(fixture, 'user');
    const dict = streamDict(fixture.context, source);
    expect(security.encryptStream(bytes, dict, id)).toBe(bytes);
    expect(security.decryptStream(bytes, dict, id)).toEqual({ bytes, damaged: false });
  });

  test('names the cipher of this stream', () => {
    const fixture = edited('r4-aes-128', (encrypt) => encrypt.set(key('StmF'), PDFName.of('Identity')));
    const security = open(fixture, 'user');
    const dict = streamDict(fixture.context, '<< /Filter /Crypt /DecodeParms << /Name /StdCF >> >>');
    const encrypted = security.encryptStream(bytes, dict, id);
    expect(encrypted).toHaveLength(32);
    expect(security.decryptStream(encrypted, dict, id)).toEqual({ bytes, damaged: false });
    expect(security.encryptStream(bytes, streamDict(fixture.context, '<< >>'), id)).toBe(bytes);
  });

  test('that is not known leaves the data and says so', () => {
    const fixture = readFixture('r6-aes-256');
    const security = open(fixture, 'user');
    const dict = streamDict(fixture.context, '<< /Filter /Crypt /DecodeParms << /Name /Nowhere >> >>');
    expect(security.decryptStream(bytes, dict, id)).toEqual({ bytes, damaged: true });
    expect(security.encryptStream(bytes, dict, id)).toBe(bytes);
  });

  test('means nothing before version 4', () => {
    const fixture = readFixture('r3-rc4-128');
    const dict = streamDict(fixture.context, '<< /Filter /Crypt >>');
    expect(open(fixture, 'user').encryptStream(bytes, dict, id)).not.toEqual(bytes);
  });
});

describe.each(['r2-rc4-40', 'r3-rc4-128', 'r4-aes-128', 'r6-aes-256'])('encryption as in %s', (name) => {
  const security = open(readFixture(name), 'user');
  const dict = PDFContext.create().obj({}) as PDFDict;
  const place = fc.record({
    num: fc.integer({ min: 1, max: 8_388_607 }),
    gen: fc.integer({ min: 0, max: 65_535 }),
  });

  test('gives back every string and stream', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), place, fc.nat(9), (bytes, id, index) => {
        const string = security.decryptString(security.encryptString(bytes, id, index), id);
        const stream = security.decryptStream(security.encryptStream(bytes, dict, id), dict, id);
        expect([...string.bytes]).toEqual([...bytes]);
        expect([...stream.bytes]).toEqual([...bytes]);
        expect(string.damaged || stream.damaged).toBe(false);
      }),
    );
  });

  test('reads any bytes whatever as something', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), place, (bytes, id) => {
        expect(security.decryptString(bytes, id).bytes.length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});

describe('initialisation vectors', () => {
  const security = open(readFixture('r6-aes-256'), 'user');
  const dict = PDFContext.create().obj({}) as PDFDict;
  const bytes = new TextEncoder().encode('the same words');
  const id = { num: 7, gen: 0 };
  const vector = (encrypted: Uint8Array) => latin1(encrypted.subarray(0, 16));

  test('are the same for the same data at the same place', () => {
    expect(security.encryptString(bytes, id, 3)).toEqual(security.encryptString(bytes, id, 3));
    expect(security.encryptStream(bytes, dict, id)).toEqual(security.encryptStream(bytes, dict, id));
  });

  test('differ by object, generation, kind, index and data', () => {
    const vectors = [
      security.encryptString(bytes, id, 0),
      security.encryptString(bytes, id, 1),
      security.encryptString(bytes, { num: 8, gen: 0 }, 0),
      security.encryptString(bytes, { num: 7, gen: 1 }, 0),
      security.encryptString(bytes.subarray(1), id, 0),
      security.encryptStream(bytes, dict, id),
    ].map(vector);
    expect(new Set(vectors).size).toBe(vectors.length);
  });

  test('differ between equal strings of one object', () => {
    const array = PDFContext.create().obj([PDFString.of('same'), PDFString.of('same')]);
    const [first, second] = textsIn(encryptObject(security, array, id));
    expect(first).not.toBe(second);
  });
});

describe('what is not encrypted', () => {
  test('a signature keeps its Contents and loses nothing else', () => {
    const security = open(readFixture('r6-aes-256'), 'user');
    const context = PDFContext.create();
    const contents = PDFHexString.of('00ff');
    const signature = context.obj({ ByteRange: [0, 1, 2, 3], Reason: PDFString.of('Approved') }) as PDFDict;
    signature.set(key('Contents'), contents);
    const encrypted = encryptObject(security, signature, { num: 4, gen: 0 }) as PDFDict;
    expect(encrypted.get(key('Contents'))).toBe(contents);
    expect(textsIn(encrypted)).not.toContain('Approved');
    expect(textsIn(signature)).toContain('Approved');
  });

  test('an annotation has no ByteRange: its Contents are text', () => {
    const security = open(readFixture('r6-aes-256'), 'user');
    const annotation = PDFContext.create().obj({ Contents: PDFString.of('A remark') });
    expect(textsIn(encryptObject(security, annotation, { num: 4, gen: 0 }))).not.toContain('A remark');
  });

  test('the encryption dictionary, which is written without references', () => {
    const fixture = edited('r4-aes-128', (encrypt, context) => {
      encrypt.set(key('CF'), context.register(encrypt.get(key('CF'))!));
      encrypt.set(key('O'), context.register(encrypt.get(key('O'))!));
    });
    const security = open(fixture, 'user');
    expect(decryptObject(security, fixture.encrypt, { num: 14, gen: 0 }).object).toBe(fixture.encrypt);
    expect(encryptObject(security, security.encryptDictionary, { num: 14, gen: 0 })).toBe(
      security.encryptDictionary,
    );
    expect(security.encryptDictionary.toString()).toBe(readFixture('r4-aes-128').encrypt.toString());
  });
});

function thrownBy(action: () => unknown) {
  try {
    action();
  } catch (thrown) {
    return problemOf(thrown) ?? thrown;
  }
  return 'nothing was thrown';
}

function edited(name: string, edit: (encrypt: PDFDict, context: PDFContext) => unknown): Fixture {
  const fixture = readFixture(name);
  edit(fixture.encrypt, fixture.context);
  return fixture;
}

describe('an encryption dictionary that is not understood is refused', () => {
  const UNSUPPORTED = { code: 'encrypted_pdf', reason: 'unsupported-handler' };
  const set = (entry: string, value: string) => (encrypt: PDFDict) =>
    encrypt.set(key(entry), PDFObjectParser.forBytes(Buffer.from(value), encrypt.context).parseObject());
  const without = (entry: string) => (encrypt: PDFDict) => encrypt.delete(key(entry));

  test.each<[string, string, (encrypt: PDFDict) => unknown]>([
    ['public-key handler', 'r4-aes-128', set('Filter', '/Adobe.PubSec')],
    ['no handler', 'r4-aes-128', without('Filter')],
    ['handler that is no name', 'r4-aes-128', set('Filter', '(Standard)')],
    ['version 3', 'r3-rc4-128', set('V', '3')],
    ['version 6', 'r6-aes-256', set('V', '6')],
    ['no version', 'r6-aes-256', without('V')],
    ['revision 7', 'r6-aes-256', set('R', '7')],
    ['revision 6 in version 4', 'r4-aes-128', set('R', '6')],
    ['revision 4 in version 5', 'r6-aes-256', set('R', '4')],
    ['unknown crypt filter', 'r4-aes-128', set('StmF', '/Other')],
    ['unknown method', 'r4-aes-128', set('CF', '<< /StdCF << /CFM /AESV9 >> >>')],
    ['AES-256 in version 4', 'r4-aes-128', set('CF', '<< /StdCF << /CFM /AESV3 >> >>')],
    ['RC4 in version 5', 'r6-aes-256', set('CF', '<< /StdCF << /CFM /V2 >> >>')],
    ['no crypt filters', 'r6-aes-256', without('CF')],
    ['crypt filters that are no dictionary', 'r6-aes-256', set('CF', '[1 2 3]')],
    ['no permissions', 'r3-rc4-128', without('P')],
    ['no O', 'r3-rc4-128', without('O')],
    ['no U', 'r3-rc4-128', without('U')],
    ['O that is no string', 'r3-rc4-128', set('O', '17')],
    ['short O', 'r3-rc4-128', set('O', '<00ff>')],
    ['short U', 'r2-rc4-40', set('U', '<00112233445566778899aabbccddeeff>')],
    ['empty U', 'r6-aes-256', set('U', '()')],
    ['O of revision 4 in revision 6', 'r6-aes-256', set('O', `<${'00'.repeat(32)}>`)],
    ['no OE', 'r6-aes-256', without('OE')],
    ['short UE', 'r6-aes-256', set('UE', `<${'00'.repeat(31)}>`)],
    ['no Identity by another name', 'r4-aes-128', set('StrF', '/identity')],
  ])('%s', (_, name, edit) => {
    const fixture = edited(name, edit);
    expect(thrownBy(() => open(fixture, 'user'))).toEqual(UNSUPPORTED);
  });

  test('entries that refer to themselves or to nothing', () => {
    const fixture = edited('r6-aes-256', (encrypt) => encrypt.set(key('U'), PDFRef.of(4_000, 0)));
    expect(thrownBy(() => open(fixture, 'user'))).toEqual(UNSUPPORTED);
    const looped = edited('r6-aes-256', (encrypt, context) => {
      encrypt.set(key('CF'), context.getObjectRef(encrypt) ?? encrypt);
    });
    expect(thrownBy(() => open(looped, 'user'))).toEqual(UNSUPPORTED);
  });

  test('hostile values of the right type are wrong passwords at most', () => {
    const hostile = edited('r6-aes-256', set('U', `<${'ff'.repeat(100_000)}>`));
    expect(thrownBy(() => open(hostile, 'user'))).toMatchObject({ reason: 'wrong-password' });
    const noise = edited('r3-rc4-128', set('P', '1e99'));
    expect(thrownBy(() => open(noise, 'user'))).toMatchObject({ reason: 'wrong-password' });
  });

  test('a dictionary that refers to itself is still copied', () => {
    const fixture = edited('r6-aes-256', (encrypt, context) => {
      const self = context.getObjectRef(encrypt)!;
      encrypt.set(key('Loop'), context.obj(Array.from({ length: 20 }, () => self)));
    });
    expect(open(fixture, 'user').encryptDictionary.toString().length).toBeLessThan(100_000);
  });
});

describe('what writers get wrong and readers bear', () => {
  const set = (entry: string, value: string) => (encrypt: PDFDict) =>
    encrypt.set(key(entry), PDFObjectParser.forBytes(Buffer.from(value), encrypt.context).parseObject());

  test.each<[string, string, (encrypt: PDFDict) => unknown]>([
    ['Length in bytes', 'r3-rc4-128', set('Length', '16')],
    ['no Length', 'r3-rc4-128', (encrypt) => encrypt.delete(key('Length'))],
    ['absurd Length', 'r3-rc4-128', set('Length', '2147483647')],
    ['negative Length', 'r4-aes-128', set('Length', '-8')],
    ['Length of 40 beside AES-128', 'r4-aes-128', set('Length', '40')],
    ['Length of a filter in bits', 'r4-aes-128', set('CF', '<< /StdCF << /CFM /AESV2 /Length 128 >> >>')],
    ['Length 128 in version 1', 'r3-rc4-128', set('V', '1')],
    ['permissions without sign', 'r4-aes-128', set('P', '4294967292')],
    ['a boolean that is none', 'r4-aes-128', set('EncryptMetadata', '/false')],
  ])('%s', (_, name, edit) => {
    const fixture = edited(name, edit);
    expect(plainTexts(fixture, open(fixture, 'user'))).toEqual(PLAIN_TEXTS);
  });

  test('U and O padded with zeros', () => {
    const fixture = edited('r5-aes-256', (encrypt) => {
      for (const entry of ['U', 'O']) {
        const hex = encrypt.lookup(key(entry), PDFHexString).asString();
        encrypt.set(key(entry), PDFHexString.of(hex.padEnd(254, '0')));
      }
    });
    expect(open(fixture, 'user').openedAs).toBe('user');
    expect(open(fixture, 'owner').openedAs).toBe('owner');
  });
});
