import { bandMask, type CodableComponent, type CodableFrame } from '../format/codable.ts';
import { MAX_AC_SIZE, MAX_DC_SIZE } from '../read/sequential-decoder.ts';
import type { TokenSink } from './tokens.ts';

/** Calls `visit` for each block of a scan in coding order: by MCUs, or row by row when there is one component (A.2). */
export function eachBlock(
  frame: CodableFrame,
  components: readonly CodableComponent[],
  visit: (component: CodableComponent, index: number, block: number) => void,
): void {
  if (components.length === 1) {
    const [component] = components;
    for (let row = 0; row < component.blocksHigh; row += 1)
      for (let column = 0; column < component.blocksWide; column += 1)
        visit(component, 0, row * component.stride + column);
    return;
  }
  for (let row = 0; row < frame.mcusHigh; row += 1) {
    for (let column = 0; column < frame.mcusWide; column += 1) {
      for (let index = 0; index < components.length; index += 1) {
        const component = components[index];
        const { horizontal, vertical, stride } = component;
        for (let y = row * vertical; y < (row + 1) * vertical; y += 1)
          for (let x = column * horizontal; x < (column + 1) * horizontal; x += 1)
            visit(component, index, y * stride + x);
      }
    }
  }
}

/** Bits that a value takes: its size category (T.81, Tables F.1 and F.2). */
export function sizeOf(value: number): number {
  return 32 - Math.clz32(value < 0 ? -value : value);
}

/** The bits that follow the size's code (F.1.2.1). */
export function valueBits(value: number, size: number): number {
  return value < 0 ? value + (1 << size) - 1 : value;
}

/** Tables of the scan's component `index` in a sequential scan's tokens. */
export const dcTableOf = (index: number): number => index;
export const acTableOf = (index: number): number => index + 4;

/** A coefficient is too large for its process (T.81, Tables F.1 and F.2): the frame cannot be written so. */
export class UnwritableCoefficient extends Error {}

/** The tokens of a sequential scan (T.81, F.1.2). */
export function sequentialTokens(
  frame: CodableFrame,
  components: readonly CodableComponent[],
  tokens: TokenSink,
): void {
  const predictions = new Int32Array(4);
  eachBlock(frame, components, ({ coefficients, nonZero, dc }, index, block) => {
    tokens.makeRoom();
    addDc(tokens, index, dc[block] - predictions[index]);
    predictions[index] = dc[block];
    const table = acTableOf(index);
    let before = 0;
    for (let word = 0; word < 2; word += 1) {
      let waiting = nonZero[block * 2 + word] & (word === 0 ? AC_MASK : -1);
      while (waiting !== 0) {
        const bit = Math.clz32(waiting);
        waiting &= ~(0x80000000 >>> bit);
        const k = word * 32 + bit;
        let run = k - before - 1;
        before = k;
        for (; run > 15; run -= 16) tokens.add(table, 0xf0, 0, 0);
        const value = coefficients[block * 64 + k];
        const size = sizeOf(value);
        if (size > MAX_AC_SIZE) throw new UnwritableCoefficient();
        tokens.add(table, (run << 4) | size, size, valueBits(value, size));
      }
    }
    if (before < 63) tokens.add(table, 0, 0, 0);
  });
  tokens.flush();
}

const AC_MASK = bandMask(1, 63, 0);

export function addDc(tokens: TokenSink, index: number, difference: number): void {
  const size = sizeOf(difference);
  if (size > MAX_DC_SIZE) throw new UnwritableCoefficient();
  tokens.add(dcTableOf(index), size, size, valueBits(difference, size));
}
