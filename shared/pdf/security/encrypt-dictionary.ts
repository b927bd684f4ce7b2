import { PdfError } from '../../errors.ts';
import {
  dictEntries,
  key,
  nameText,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '../objects.ts';
import { stringBytes } from './strings.ts';

/** Cipher. RC4 and AES-128 use a key per object, AES-256 the file's key. */
export type Cipher = 'none' | 'rc4' | 'aes-128' | 'aes-256';

/** Resolves a reference; returns other objects as they are, like `context.lookup`. */
export type Resolve = (object: PDFObject | undefined) => PDFObject | undefined;

interface Common {
  readonly version: number;
  /** `/P`, a signed 32-bit word (ISO 32000-1, table 22). */
  readonly permissions: number;
  readonly ownerEntry: Uint8Array;
  readonly userEntry: Uint8Array;
  readonly encryptsMetadata: boolean;
  readonly streams: Cipher;
  readonly strings: Cipher;
  readonly embeddedFiles: Cipher;
  /** Crypt filters by name; null if the method is unknown. */
  readonly cryptFilters: ReadonlyMap<string, Cipher | null>;
}

/** Revisions 2 to 4: keys by MD5 and RC4. */
export interface LegacyDictionary extends Common {
  readonly kind: 'legacy';
  readonly revision: 2 | 3 | 4;
  /**
   * Possible lengths of the file key, likeliest first. Writers disagree on the entry and unit of the length;
   * the password check finds the right one.
   */
  readonly keyLengths: readonly number[];
}

/** Revisions 5 and 6: a random file key, wrapped by keys derived from the passwords. */
export interface Aes256Dictionary extends Common {
  readonly kind: 'aes-256';
  readonly revision: 5 | 6;
  readonly keyWrappedByOwner: Uint8Array;
  readonly keyWrappedByUser: Uint8Array;
}

export type EncryptDictionary = LegacyDictionary | Aes256Dictionary;

/**
 * Reads an encryption dictionary of the standard security handler (ISO 32000-2, 7.6.4).
 * @throws PdfError `encrypted_pdf`, `unsupported-handler` for any other handler and for an invalid dictionary
 */
export function readEncryptDictionary(dict: PDFDict, resolve: Resolve): EncryptDictionary {
  const entries = new Entries(dict, resolve);
  if (entries.name('Filter') !== 'Standard') throw unsupported(`security handler ${entries.name('Filter')}`);

  const version = entries.integer('V');
  const revision = entries.integer('R');
  const permissions = entries.integer('P');
  if (permissions === null) throw unsupported('no /P');

  if (
    (version === 1 || version === 2 || version === 4) &&
    (revision === 2 || revision === 3 || revision === 4)
  ) {
    const crypt = version === 4 ? readCryptFilters(entries, LEGACY_METHODS) : RC4_THROUGHOUT;
    return {
      kind: 'legacy',
      version,
      revision,
      permissions: permissions | 0, // some writers store it unsigned
      ownerEntry: entries.bytes('O', 32),
      // From revision 3 on only the first 16 bytes are significant (algorithm 5, step f).
      userEntry: entries.bytes('U', revision === 2 ? 32 : 16),
      // Exists since version 4 (table 21).
      encryptsMetadata: version < 4 || entries.boolean('EncryptMetadata', true),
      keyLengths: keyLengths(version, entries, crypt),
      ...crypt,
    };
  }
  if (version === 5 && (revision === 5 || revision === 6)) {
    return {
      kind: 'aes-256',
      version,
      revision,
      permissions: permissions | 0,
      ownerEntry: entries.bytes('O', 48),
      userEntry: entries.bytes('U', 48),
      keyWrappedByOwner: entries.bytes('OE', 32),
      keyWrappedByUser: entries.bytes('UE', 32),
      encryptsMetadata: entries.boolean('EncryptMetadata', true),
      ...readCryptFilters(entries, AES_256_METHODS),
    };
  }
  throw unsupported(`version ${version}, revision ${revision}`);
}

/** `cause` is for logs: the problem itself carries no sentence. */
function unsupported(cause: string): PdfError {
  return new PdfError({ code: 'encrypted_pdf', reason: 'unsupported-handler' }, { cause: new Error(cause) });
}

type CryptFilters = Pick<Common, 'streams' | 'strings' | 'embeddedFiles' | 'cryptFilters'>;

const RC4_THROUGHOUT: CryptFilters = {
  streams: 'rc4',
  strings: 'rc4',
  embeddedFiles: 'rc4',
  cryptFilters: new Map(),
};

/** Values of `/CFM` (ISO 32000-2, table 25). */
const LEGACY_METHODS: ReadonlyMap<string, Cipher> = new Map([
  ['None', 'none'],
  ['V2', 'rc4'],
  ['AESV2', 'aes-128'],
]);
const AES_256_METHODS: ReadonlyMap<string, Cipher> = new Map([
  ['None', 'none'],
  ['AESV3', 'aes-256'],
]);

function readCryptFilters(entries: Entries, methods: ReadonlyMap<string, Cipher>): CryptFilters {
  const cryptFilters = new Map<string, Cipher | null>();
  for (const [name, filter] of entries.dictionaries('CF')) {
    const method = filter.has('CFM') ? filter.name('CFM') : 'None';
    cryptFilters.set(name, methods.get(method ?? '') ?? null);
  }
  cryptFilters.set('Identity', 'none'); // a reserved name (7.6.6)

  const cipherOf = (entry: string, otherwise: Cipher): Cipher => {
    if (!entries.has(entry)) return otherwise;
    const name = entries.name(entry);
    const cipher = cryptFilters.get(name ?? '');
    if (!cipher) throw unsupported(`crypt filter ${name} of /${entry}`);
    return cipher;
  };
  const streams = cipherOf('StmF', 'none');
  return {
    streams,
    strings: cipherOf('StrF', 'none'),
    embeddedFiles: cipherOf('EFF', streams),
    cryptFilters,
  };
}

function keyLengths(version: 1 | 2 | 4, entries: Entries, crypt: CryptFilters): number[] {
  const declared = lengthInBytes(entries.integer('Length'));
  const inFilters = entries.dictionaries('CF').map(([, filter]) => lengthInBytes(filter.integer('Length')));
  const likeliest = {
    1: [5, declared],
    2: [declared, 5],
    4: [16, ...inFilters, declared],
  }[version];
  // AES-128 uses its whole key from (length + 5) bytes of a hash (algorithm 1, step d).
  const least = [...crypt.cryptFilters.values()].includes('aes-128') ? 11 : 5;
  const lengths = [...likeliest, 16, 5].filter((length) => length !== null && length >= least);
  return [...new Set(lengths)] as number[]; // null is filtered out above
}

/** `/Length` is in bits in the dictionary and in bytes in a crypt filter; some writers swap the units. */
function lengthInBytes(length: number | null): number | null {
  if (length === null) return null;
  if (length >= 5 && length <= 16) return length;
  return length >= 40 && length <= 128 && length % 8 === 0 ? length / 8 : null;
}

/** Typed access to a dictionary's entries, references resolved; null if an entry has another type. */
class Entries {
  readonly #dict: PDFDict;
  readonly #resolve: Resolve;

  constructor(dict: PDFDict, resolve: Resolve) {
    this.#dict = dict;
    this.#resolve = resolve;
  }

  has(entry: string): boolean {
    const value = this.#get(entry);
    return value !== undefined && value !== PDFNull;
  }

  name(entry: string): string | null {
    const value = this.#get(entry);
    return value instanceof PDFName ? nameText(value) : null;
  }

  integer(entry: string): number | null {
    const value = this.#get(entry);
    const number = value instanceof PDFNumber ? Math.trunc(value.asNumber()) : Number.NaN;
    return Number.isFinite(number) ? number : null;
  }

  boolean(entry: string, otherwise: boolean): boolean {
    const value = this.#get(entry);
    return value instanceof PDFBool ? value.asBoolean() : otherwise;
  }

  /**
   * Returns up to 32 or 48 bytes; writers pad `/O` and `/U` of revision 5 with zeros. Throws if there are
   * fewer than `least`.
   */
  bytes(entry: string, least: number): Uint8Array {
    const value = this.#get(entry);
    if (!(value instanceof PDFString || value instanceof PDFHexString)) throw unsupported(`no /${entry}`);
    const bytes = stringBytes(value);
    if (bytes.length < least) throw unsupported(`/${entry} has ${bytes.length} bytes`);
    return bytes.subarray(0, Math.max(least, 32));
  }

  dictionaries(entry: string): [string, Entries][] {
    const value = this.#get(entry);
    if (!(value instanceof PDFDict)) return [];
    return [...dictEntries(value)].flatMap(([name, inner]): [string, Entries][] => {
      const dict = this.#resolve(inner);
      return dict instanceof PDFDict ? [[nameText(name), new Entries(dict, this.#resolve)]] : [];
    });
  }

  #get(entry: string): PDFObject | undefined {
    return this.#resolve(this.#dict.get(key(entry)));
  }
}
