import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../project.mjs';
import { AROUND_DAMAGE } from './core/around-damage.mjs';
import { BIT_PAGES } from './core/bit-pages.mjs';
import { CHECK } from './core/check.mjs';
import { DOCUMENTS } from './core/documents.mjs';
import { FONTS } from './core/fonts.mjs';
import { IMAGE_JOBS } from './core/image-jobs.mjs';
import { IMAGE_PLAN } from './core/image-plan.mjs';
import { INK } from './core/ink.mjs';
import { INK_JUDGE } from './core/ink-judge.mjs';
import { JBIG2_DECODER } from './core/jbig2-decoder.mjs';
import { JOINED_TEXTS } from './core/joined-texts.mjs';
import { LOADER } from './core/loader.mjs';
import { MOVED_PIXELS } from './core/moved-pixels.mjs';
import { PACKING } from './core/packing.mjs';
import { REMOVED_PAGES } from './core/removed-pages.mjs';
import { SCANS } from './core/scans.mjs';
import { SIZE_SEARCH } from './core/size-search.mjs';
import { SMALL_THINGS } from './core/small-things.mjs';
import { STREAM_ROLES } from './core/stream-roles.mjs';
import { WRITER } from './core/writer.mjs';
import { ARCHIVE } from './hosts/archive.mjs';
import { COMMAND } from './hosts/command.mjs';
import { SERVER_FAULTS } from './hosts/server.mjs';
import { TAB } from './hosts/tab.mjs';

/**
 * @typedef {{
 *   readonly file: string,
 *   readonly text: string,
 *   readonly becomes: string,
 * }} Change `file`: path in the checkout; `text` occurs in it exactly once
 * @typedef {{
 *   readonly file: string,
 *   readonly start: number,
 *   readonly end: number,
 *   readonly becomes: string,
 * }} Slice a change of [start, end) in the file
 * @typedef {Omit<Change, 'file'> & {
 *   readonly name: string,
 *   readonly survives?: string,
 * }} Mutant `name`: what goes wrong; `survives`: why no test can detect it
 * @typedef {{
 *   readonly file: string,
 *   readonly tests: readonly string[],
 *   readonly mutants: readonly Mutant[],
 * }} MutatedFile paths in the checkout; the tests of this file, fastest first
 */

/** All mutants, by file. */
export const MUTATED_FILES = /** @type {readonly MutatedFile[]} */ ([
  ...CHECK,
  ...WRITER,
  ...JOINED_TEXTS,
  ...LOADER,
  ...STREAM_ROLES,
  ...REMOVED_PAGES,
  ...AROUND_DAMAGE,
  ...IMAGE_PLAN,
  ...BIT_PAGES,
  ...IMAGE_JOBS,
  ...SIZE_SEARCH,
  ...PACKING,
  ...JBIG2_DECODER,
  ...INK,
  ...INK_JUDGE,
  ...MOVED_PIXELS,
  ...SCANS,
  ...FONTS,
  ...SMALL_THINGS,
  ...DOCUMENTS,
  ...COMMAND,
  ...ARCHIVE,
  ...SERVER_FAULTS,
  ...TAB,
]);

/**
 * Mutants that no longer match the sources, a sentence each.
 *
 * @param {readonly MutatedFile[]} table
 */
export function staleMutants(table) {
  return table.flatMap(({ file, mutants }) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return mutants.flatMap(({ name, text, becomes }) => {
      const times = source.split(text).length - 1;
      if (text === becomes) return [`${file}, ${name}: the change changes nothing`];
      return times === 1 ? [] : [`${file}, ${name}: its text is in the file ${times} times, not once`];
    });
  });
}
