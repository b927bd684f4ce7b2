import type { ContrastBars } from './contrast-bars.ts';
import type { RunShapes } from './shapes.ts';

/** Pixels beside a line. */
const BESIDE = 2;

interface ContrastPlane {
  readonly width: number;
  readonly height: number;
  readonly contrast: Uint8Array;
}

/** Returns whether ink may join strokes here: the scan is dark enough, or has a line, darker than both its sides. */
export function mayJoin(
  { width, height, contrast }: ContrastPlane,
  bars: ContrastBars,
  x: number,
  y: number,
): boolean {
  const at = y * width + x;
  const levels = contrast[at]!;
  if (levels >= bars.joint) return true;
  if (
    x >= BESIDE &&
    x + BESIDE < width &&
    contrast[at - BESIDE]! < levels &&
    contrast[at + BESIDE]! < levels
  ) {
    return true;
  }
  const rows = BESIDE * width;
  return y >= BESIDE && y + BESIDE < height && contrast[at - rows]! < levels && contrast[at + rows]! < levels;
}

/**
 * Returns whether a shape of ink joins two strokes that the scan keeps apart.
 * @param ink shapes of ink
 * @param parts what remains of them without ink that may not join
 * @param strokes pixels that are certainly a stroke, all of them ink
 * @param leastPixels of a stroke
 */
export function joinsStrokes(
  ink: RunShapes,
  parts: RunShapes,
  strokes: RunShapes,
  leastPixels: number,
): boolean {
  const stroked = new Int32Array(parts.ofRun.length);
  eachOverlap(parts, strokes, (part, _stroke, pixels) => {
    stroked[part]! += pixels;
  });
  const partOf = new Int32Array(ink.ofRun.length).fill(-1);
  let isJoined = false;
  eachOverlap(ink, parts, (shape, part) => {
    if (stroked[part]! < leastPixels) return;
    if (partOf[shape] === -1) partOf[shape] = part;
    else if (partOf[shape] !== part) isJoined = true;
  });
  return isJoined;
}

function eachOverlap(
  one: RunShapes,
  other: RunShapes,
  see: (one: number, other: number, pixels: number) => void,
): void {
  for (let y = 0; y + 1 < one.runs.rowStart.length; y += 1) {
    let first = other.runs.rowStart[y]!;
    const end = other.runs.rowStart[y + 1]!;
    for (let run = one.runs.rowStart[y]!; run < one.runs.rowStart[y + 1]!; run += 1) {
      const [from, to] = [one.runs.from[run]!, one.runs.to[run]!];
      while (first < end && other.runs.to[first]! <= from) first += 1;
      for (let near = first; near < end && other.runs.from[near]! < to; near += 1) {
        const pixels = Math.min(to, other.runs.to[near]!) - Math.max(from, other.runs.from[near]!);
        see(one.ofRun[run]!, other.ofRun[near]!, pixels);
      }
    }
  }
}
