import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{
 *   readonly name: string,
 *   readonly kind: string,
 *   readonly source: string,
 *   readonly licence: string,
 *   readonly bytes: number,
 *   readonly sha256: string,
 * }} Entry a document of the manifest: it is the one of these bytes, wherever it was fetched
 * @typedef {{ readonly entry: Entry, readonly path: string }} Found
 */

/** @returns {readonly Entry[]} */
export function manifest() {
  return JSON.parse(readFileSync(new URL('manifest.json', import.meta.url), 'utf8'));
}

/**
 * Finds the manifest's documents in a folder by their digests, whatever their names.
 *
 * @param {string} folder
 * @param {readonly Entry[]} entries
 * @returns {readonly Found[]} in the order of the manifest
 */
export function findDocuments(folder, entries) {
  if (!existsSync(folder)) return [];
  const sizes = new Set(entries.map(({ bytes }) => bytes));
  const paths = new Map(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => sizes.has(statSync(path).size))
      .map((path) => [sha256Of(readFileSync(path)), path]),
  );
  return entries.flatMap((entry) => {
    const path = paths.get(entry.sha256);
    return path === undefined ? [] : [{ entry, path }];
  });
}

/**
 * Downloads missing documents. A document that changed at its source is not stored.
 *
 * @param {string} folder
 * @param {readonly Entry[]} entries
 * @param {(line: string) => void} say
 */
export async function fetchDocuments(folder, entries, say) {
  mkdirSync(folder, { recursive: true });
  const there = new Set(findDocuments(folder, entries).map(({ entry }) => entry.sha256));
  for (const { name, source, sha256 } of entries.filter((entry) => !there.has(entry.sha256))) {
    const trouble = await fetchOne(source, sha256, join(folder, name));
    say(trouble === null ? `fetched  ${name}` : `missing  ${name}: ${trouble}`);
  }
}

/**
 * @param {string} source
 * @param {string} sha256
 * @param {string} path
 * @returns {Promise<string | null>} the reason if the download failed
 */
async function fetchOne(source, sha256, path) {
  try {
    const answer = await fetch(source);
    if (!answer.ok) return `${source} answers ${answer.status}`;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (sha256Of(bytes) !== sha256) return `${source} has another file by now`;
    writeFileSync(path, bytes);
    return null;
  } catch (thrown) {
    return `${source} cannot be reached: ${thrown instanceof Error ? thrown.message : thrown}`;
  }
}

/** @param {Uint8Array} bytes */
function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
