import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const NAMES_PER_FOLDER = 300;
/** ext4 allows 65,000 names per file. */
const NAMES_PER_FILE = 20_000;

/**
 * A tree like that of an old file server: real PDFs among many names of PDFs that are refused, names that are not
 * UTF-8, links that lead up, unreadable folders, and pipes.
 *
 * @param {string} root
 * @param {{ names: number, real: readonly Uint8Array[], copies: number, refused: readonly Uint8Array[] }} contents
 *   `copies` real PDFs, each different by its last line; the other names are hard links to refused ones
 * @returns {{ real: ReadonlyMap<string, { seed: number, bytes: Uint8Array }>, folders: readonly string[] }} paths below
 *   the root, bytes that are not UTF-8 as Latin-1
 */
export function makeTree(root, { names, real, copies, refused }) {
  const made = new Map();
  const folders = [];
  const every = Math.floor(names / copies);
  const links = linksTo(join(root, '..', 'refused'), refused);
  for (let number = 0; number < names; number += 1) {
    if (number % NAMES_PER_FOLDER === 0) folders.push(makeFolder(root, folders.length));
    const folder = folders[folders.length - 1] ?? '';
    const name = number % 100 === 7 ? `s\xe9rie-${number}.pdf` : `scan-${number}.pdf`;
    const path = Buffer.from(join(root, folder, name), 'latin1');
    if (number % every !== 0 || made.size >= copies) {
      linkSync(links(), path);
      continue;
    }
    const seed = made.size % real.length;
    const bytes = Buffer.concat([real[seed] ?? new Uint8Array(), Buffer.from(`\n% copy ${number}\n`)]);
    writeFileSync(path, bytes);
    if (process.getuid?.() === 0) chownSync(path, 65534, 65534);
    made.set(join(folder, name), { seed, bytes });
  }
  return { real: made, folders };
}

/**
 * @param {string} root
 * @param {number} number
 */
function makeFolder(root, number) {
  const folder = `${String(Math.floor(number / 50)).padStart(3, '0')}/${String(number).padStart(4, '0')}`;
  const path = join(root, folder);
  mkdirSync(path, { recursive: true });
  if (process.getuid?.() === 0) for (const each of [join(path, '..'), path]) chownSync(each, 65534, 65534);
  if (number % 20 === 3) symlinkSync('../../scripts', join(path, 'up.pdf'));
  if (number % 20 === 4) symlinkSync('..', join(path, 'up'));
  if (number % 50 === 5) {
    mkdirSync(join(path, 'closed'));
    writeFileSync(join(path, 'closed', 'a.pdf'), 'nobody reads this');
    chmodSync(join(path, 'closed'), 0);
  }
  return folder;
}

/**
 * @param {string} root
 * @param {readonly string[]} folders
 */
export function addPipes(root, folders) {
  const paths = folders
    .filter((_, index) => index % 50 === 6)
    .map((folder) => join(root, folder, 'pipe.pdf'));
  if (paths.length > 0) spawnSync('mkfifo', paths, { stdio: 'inherit' });
}

/**
 * @param {string} folder
 * @param {readonly Uint8Array[]} contents
 * @returns {() => string} the file that the next name belongs to
 */
function linksTo(folder, contents) {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  let current = '';
  return () => {
    const round = Math.floor(count / NAMES_PER_FILE);
    if (count % NAMES_PER_FILE === 0) {
      current = join(folder, `${round}.pdf`);
      writeFileSync(current, contents[round % contents.length] ?? '');
      appendFileSync(current, `\n% ${round}\n`);
    }
    count += 1;
    return current;
  };
}
