import fc from 'fast-check';
import { decodePDFRawStream, PDFObjectParser } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { problemOf } from '../../errors.ts';
import {
  edited,
  idOf,
  latin1,
  open,
  PLAIN_TEXTS,
  plainTexts,
  readFixture,
  rolesOf,
  streamsOf,
  textsIn,
} from '../../testing/documents/encrypted-fixtures.ts';
import {
  key,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFRawStream,
  PDFRef,
  PDFString,
} from '../objects.ts';
import { decryptObject, encryptObject, separatesRoles, streamRoles } from './unlock.ts';

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
    const roles = rolesOf(fixture);
    expect(roles.size).toBe(2);
    expect([roles.get(file), roles.get(metadata)]).toEqual(['embedded-file', 'document-metadata']);
    expect(separatesRoles(open(fixture, 'user'))).toBe(true);
    expect(separatesRoles(open(readFixture('r4-aes-128'), 'user'))).toBe(false);
  });

  test('find embedded files in lists within an object, however deep', () => {
    const context = PDFContext.create();
    const file = PDFRef.of(1);
    const page = context.obj({ Type: 'Page', AF: [[{ Type: 'Filespec', EF: { F: file } }]] });
    expect([...streamRoles([page], (object) => context.lookup(object))]).toEqual([[file, 'embedded-file']]);
  });

  test('find the metadata of a catalog without Type, but not that of a page', () => {
    const context = PDFContext.create();
    const [ofCatalog, ofPage] = [PDFRef.of(1), PDFRef.of(2)];
    const catalog = context.obj({ Pages: PDFRef.of(3), Metadata: ofCatalog });
    const page = context.obj({ Type: 'Page', Metadata: ofPage });
    const roles = streamRoles([catalog, page], (object) => context.lookup(object));
    expect([roles.get(ofCatalog), roles.get(ofPage)]).toEqual(['document-metadata', undefined]);
  });

  test('leave the document metadata in plain, and only that, when the dictionary says so', () => {
    const security = open(readFixture('r6-aes-256-clear-metadata'), 'user');
    const metadata = PDFContext.create().obj({ Type: 'Metadata' }) as PDFDict;
    const bytes = new TextEncoder().encode('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>');
    const id = { num: 5, gen: 0 };
    expect(security.encryptStream(bytes, metadata, id, 'document-metadata')).toBe(bytes);
    const encrypted = security.encryptStream(bytes, metadata, id);
    expect(encrypted).not.toEqual(bytes);
    expect(security.decryptStream(encrypted, metadata, id)).toEqual({ bytes, damaged: false });
    // As qpdf 11 leaves the metadata of pages.
    expect(security.decryptStream(bytes, metadata, id)).toEqual({ bytes, damaged: false });
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
