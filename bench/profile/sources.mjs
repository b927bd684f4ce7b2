import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../scripts/project.mjs';

/**
 * @typedef {{ readonly url: string, readonly lineNumber: number, readonly columnNumber: number }} Place of built code, both numbers 0-based
 * @typedef {(place: Place) => string | undefined} SourceOf a source file's path in the checkout; undefined without a source
 */

/** Reads the source maps beside built files, each once. @returns {SourceOf} */
export function sourcesOfBuild() {
  /** @type {Map<string, SourceMap | undefined>} */
  const maps = new Map();
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return undefined;
    if (!maps.has(url)) maps.set(url, sourceMapBeside(fileURLToPath(url)));
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
    return entry === undefined || !('originalSource' in entry)
      ? undefined
      : inCheckout(url, entry.originalSource);
  };
}

/** @param {string} file */
function sourceMapBeside(file) {
  const map = `${file}.map`;
  return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined;
}

/**
 * @param {string} url of the built file, the base of its sources' paths
 * @param {string} source
 */
function inCheckout(url, source) {
  return fileURLToPath(new URL(source, url)).slice(ROOT.length).replaceAll('\\', '/');
}
