import { readFileSync } from 'node:fs';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { openDocument } from '../../pdf/read/open.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import { pictures, picturesFile } from '../documents/pictures-file.ts';
import { richFile } from '../documents/rich-document.ts';
import { COLOR_FILES, pictureFile } from './small-colors.ts';
import { packedFile, revisedFile, STRUCTURE_FILES } from './small-files.ts';
import { FONT_FILES } from './small-fonts.ts';

/** A sound file to be mutated. */
export interface Original {
  readonly name: string;
  /** Relative frequency of selection. */
  readonly weight: number;
  readonly password?: string;
  /** Its streams contain objects, so that a change of their data is a change of syntax. */
  readonly isPacked?: true;
  readonly file: () => Uint8Array | Promise<Uint8Array>;
}

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));

const named = (files: Readonly<Record<string, () => Uint8Array>>, weight: number): Original[] =>
  Object.entries(files).map(([name, file]) => ({ name, weight, file }));

/** Most weight is on files that take a millisecond; large ones take 20 to 50. */
export const ORIGINALS: readonly Original[] = [
  ...named(STRUCTURE_FILES, 60),
  { name: 'two revisions', weight: 140, file: revisedFile },
  { name: 'an object stream', weight: 120, isPacked: true, file: packedFile },
  ...named(FONT_FILES, 40),
  ...named(COLOR_FILES, 30),
  ...pictures().map((_, index) => ({ name: `picture ${index}`, weight: 30, file: () => pictureFile(index) })),
  { name: 'RC4, 40 bits', weight: 10, password: 'user', file: () => fixture('encrypted/r2-rc4-40.pdf') },
  { name: 'AES-128', weight: 10, password: 'user', file: () => fixture('encrypted/r4-aes-128.pdf') },
  {
    name: 'AES-256 in object streams',
    isPacked: true,
    weight: 1,
    password: 'user',
    file: () => fixture('encrypted/r6-aes-256-object-streams.pdf'),
  },
  { name: 'one of everything', weight: 4, file: () => richFile() },
  {
    name: 'one of everything, in object streams',
    weight: 4,
    isPacked: true,
    file: async () =>
      writeDocument(await openDocument(richFile(), { limits: DEFAULT_LIMITS }), { objectStreams: true }),
  },
  { name: 'images of every kind', weight: 4, isPacked: true, file: picturesFile },
];
