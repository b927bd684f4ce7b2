import type { Component, Frame, FrameShape } from '../../../codecs/jpeg/format/frame.ts';

/** A frame with all coefficients zero (T.81, A.1 and A.2). */
export function plainFrame({ width, height, components }: FrameShape): Frame {
  const maxHorizontal = Math.max(...components.map(({ horizontal }) => horizontal));
  const maxVertical = Math.max(...components.map(({ vertical }) => vertical));
  const mcusWide = Math.ceil(width / (8 * maxHorizontal));
  const mcusHigh = Math.ceil(height / (8 * maxVertical));
  const planes = components.map((component): Component => {
    const { horizontal, vertical } = component;
    const [stride, rows] = [mcusWide * horizontal, mcusHigh * vertical];
    return {
      ...component,
      blocksWide: Math.ceil(Math.ceil((width * horizontal) / maxHorizontal) / 8),
      blocksHigh: Math.ceil(Math.ceil((height * vertical) / maxVertical) / 8),
      stride,
      rows,
      coefficients: new Int16Array(stride * rows * 64),
    };
  });
  return { width, height, mcusWide, mcusHigh, components: planes };
}

/** Fills the blocks that only complete an MCU (A.2.4): the previous block's DC, no AC. */
export function completeMcus({ components }: Frame): void {
  for (const { horizontal, vertical, blocksWide, blocksHigh, stride, rows, coefficients } of components) {
    const at = (row: number, column: number) => (row * stride + column) * 64;
    for (let row = 0; row < rows; row += 1) {
      for (let column = row < blocksHigh ? blocksWide : 0; column < stride; column += 1) {
        const lastOfMcu = column - (column % horizontal) + horizontal - 1;
        const before = row < blocksHigh ? at(row, column - 1) : at(row - 1, lastOfMcu);
        const isFirst = row >= blocksHigh && row % vertical === 0;
        coefficients.fill(0, at(row, column), at(row, column) + 64);
        coefficients[at(row, column)] = isFirst ? 0 : coefficients[before]!;
      }
    }
  }
}

/** A block by its index in the plane of the scan's component `index`. */
export interface BlockPlace {
  readonly index: number;
  readonly block: number;
}

/** Blocks of a scan in coding order: by MCUs, or row by row for one component (A.2). */
export function blocksOfScan(frame: Frame, indexes: readonly number[]): readonly (readonly BlockPlace[])[] {
  const components = indexes.map((index) => frame.components[index]!);
  if (components.length === 1) {
    const { blocksHigh, blocksWide, stride } = components[0]!;
    return Array.from({ length: blocksHigh * blocksWide }, (_, unit) => {
      return [{ index: 0, block: Math.floor(unit / blocksWide) * stride + (unit % blocksWide) }];
    });
  }
  return Array.from({ length: frame.mcusHigh * frame.mcusWide }, (_, mcu) => {
    const row = Math.floor(mcu / frame.mcusWide);
    const column = mcu % frame.mcusWide;
    return components.flatMap(({ horizontal, vertical, stride }, index) =>
      Array.from({ length: horizontal * vertical }, (_each, place) => {
        const y = row * vertical + Math.floor(place / horizontal);
        return { index, block: y * stride + column * horizontal + (place % horizontal) };
      }),
    );
  });
}
