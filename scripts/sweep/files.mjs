import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeFileError } from '../../cli/text/files.ts';
import { Refusal } from '../project.mjs';

/**
 * Every PDF under a folder, sorted by name. Links are not followed, so no file is visited twice.
 *
 * @param {string} folder
 * @returns {readonly string[]} paths
 */
export function pdfsUnder(folder) {
  try {
    if (!statSync(folder).isDirectory()) throw new Refusal(`${folder} is not a folder.`);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`Cannot read ${folder}: ${describeFileError(error)}.`);
  }
}
