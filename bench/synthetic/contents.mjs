/** Generated content streams: the same bytes in every run. */
import { seededRandom } from './random.mjs';

const WORDS = 'the quick brown fox jumps over a lazy dog while rain falls on distant grey hills'.split(' ');

/**
 * Tagged and kerned text, as office programs write it.
 *
 * @param {number} bytes at least
 */
export function textContent(bytes) {
  const random = seededRandom(7);
  return contentOf(bytes, (line) => {
    const words = Array.from(
      { length: 8 },
      () => `(${WORDS[random() % WORDS.length]})${decimal(random, 40, 3)}`,
    );
    const place = `1 0 0 1 ${decimal(random, 500, 4)} ${decimal(random, 800, 4)} Tm`;
    return `/P <</MCID ${line} >>BDC\nq\n0.000 g\nBT\n/F1 11.04 Tf\n${place}\n[${words.join(' ')}] TJ\nET\nQ\nEMC\n`;
  });
}

/**
 * Lines and curves, as in maps and plots.
 *
 * @param {number} bytes at least
 */
export function drawingContent(bytes) {
  const random = seededRandom(8);
  const point = () => `${decimal(random, 500, 5)} ${decimal(random, 800, 5)}`;
  return contentOf(bytes, () => {
    const lines = Array.from({ length: 6 }, () => `${point()} l`).join('\n');
    return `0.750 w\n0.2 0.4 0.6 RG\n${point()} m\n${lines}\n${point()} ${point()} ${point()} c\nS\n`;
  });
}

/**
 * @param {number} bytes
 * @param {(index: number) => string} piece
 */
function contentOf(bytes, piece) {
  const pieces = [];
  for (let index = 0, length = 0; length < bytes; index++) {
    const text = piece(index);
    pieces.push(text);
    length += text.length;
  }
  return new TextEncoder().encode(pieces.join(''));
}

/**
 * @param {() => number} random
 * @param {number} below
 * @param {number} decimals
 */
function decimal(random, below, decimals) {
  return ((random() / 2 ** 32) * below).toFixed(decimals);
}
