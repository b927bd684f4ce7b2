// Measures how fast content is rewritten and checked on one core; JSON on standard output. Counts processor time of the
// work alone, so other programs make no difference.
import { meansTheSame } from '../shared/passes/contents/content-proof.ts';
import { rewrittenContent } from '../shared/passes/contents/rewrite.ts';
import { roundedContent } from '../shared/passes/contents/round-numbers.ts';
import { drawsNearly } from '../shared/passes/contents/round-proof.ts';
import { drawingContent, textContent } from './synthetic/contents.mjs';

const BYTES = 4_000_000;
const PAGE = { scale: 1, isPage: true, points: 0.002 };

/** @typedef {{ readonly name: string, readonly bytesIn: number, readonly bytesOut: number, readonly ms: number }} Measured */

/**
 * @param {string} name
 * @param {Uint8Array} content
 * @param {(content: Uint8Array) => Uint8Array} work
 * @returns {Measured} of the fastest of three runs
 */
function measured(name, content, work) {
  let ms = Number.POSITIVE_INFINITY;
  let bytesOut = 0;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage().user;
    bytesOut = work(content).length;
    ms = Math.min(ms, (process.cpuUsage().user - before) / 1000);
  }
  return { name, bytesIn: content.length, bytesOut, ms };
}

/** @param {Uint8Array} content */
function exact(content) {
  const written = rewrittenContent(content, { mayDrop: true });
  if (written === null || !meansTheSame(content, written)) throw new Error('not proved');
  return written;
}

/** @param {Uint8Array} content */
function rounded(content) {
  const written = exact(content);
  const near = roundedContent(written, PAGE);
  if (near === null || !drawsNearly(written, near, PAGE)) throw new Error('not proved');
  return near;
}

const text = textContent(BYTES);
const drawing = drawingContent(BYTES);
console.log(
  JSON.stringify([
    measured('text', text, exact),
    measured('drawing', drawing, exact),
    measured('text, rounded', text, rounded),
    measured('drawing, rounded', drawing, rounded),
  ]),
);
