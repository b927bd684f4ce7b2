import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ownFiles, ROOT } from '../project.mjs';

const TEXTS = /\.(md|tsx?|mjs|ya?ml|css|svg)$/;
/** A source file as named in prose: with its full path, or from any folder on. */
const NAMED = /(?<=[`(>\s])[\w@-]+(?:\/[\w@.-]+)*\.(?:tsx?|mjs)(?![\w.])/g;
const LINK = /\]\((?!https?:|#|mailto:)([^)#?\s]+)/g;
/** Placeholders in patterns of names; no file has them. */
const IS_PATTERN = /NAME/;
/** History keeps former names; the test of this check invents some. */
const EXEMPT = new Set(['docs/CHANGELOG.md', 'scripts/checks/named-paths.test.mjs']);

/** Reports file names in documents and comments that match no file, and broken links in documents. */
export function ownNamedPathProblems() {
  return namedPathProblems(ownFiles(), (file) => readFileSync(join(ROOT, file), 'utf8'));
}

/**
 * @param {readonly string[]} files of the checkout, relative to its root
 * @param {(file: string) => string} read
 */
export function namedPathProblems(files, read) {
  const suffixes = new Set(files.flatMap(suffixesOf));
  const folders = new Set(files.flatMap(foldersOf));
  return files
    .filter((file) => TEXTS.test(file) && !EXEMPT.has(file))
    .flatMap((file) => {
      const text = read(file);
      const named = [...text.matchAll(NAMED)].map(([name]) => name);
      const links = file.endsWith('.md') ? [...text.matchAll(LINK)].map(([, link]) => link) : [];
      const missing = [
        ...named.filter((name) => !IS_PATTERN.test(name) && !suffixes.has(name)),
        ...links.filter((link) => {
          const path = normalize(join(dirname(file), link)).replace(/\/$/, '');
          return !suffixes.has(path) && !folders.has(path);
        }),
      ];
      return [...new Set(missing)].map((name) => `${file} names ${name}, which does not exist`);
    });
}

/** @param {string} file */
function suffixesOf(file) {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** @param {string} file */
function foldersOf(file) {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/') || '.');
}
