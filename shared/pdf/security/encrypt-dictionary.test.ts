import { PDFObjectParser } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { problemOf } from '../../errors.ts';
import { edited, open, PLAIN_TEXTS, plainTexts } from '../../testing/documents/encrypted-fixtures.ts';
import { key, type PDFDict, PDFHexString, PDFRef } from '../objects.ts';

function thrownBy(action: () => unknown) {
  try {
    action();
  } catch (thrown) {
    return problemOf(thrown) ?? thrown;
  }
  return 'nothing was thrown';
}

/** An edit that sets an entry. */
const set = (entry: string, value: string) => (encrypt: PDFDict) =>
  encrypt.set(key(entry), PDFObjectParser.forBytes(Buffer.from(value), encrypt.context).parseObject());

describe('an encryption dictionary that is not understood is refused', () => {
  const UNSUPPORTED = { code: 'encrypted_pdf', reason: 'unsupported-handler' };
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
    ['method that is no name', 'r4-aes-128', set('CF', '<< /StdCF << /CFM 1.5 >> >>')],
    ['crypt filter that is no name', 'r4-aes-128', set('StmF', '(StdCF)')],
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
