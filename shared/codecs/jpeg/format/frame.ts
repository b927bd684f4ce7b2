import type { DctHeader } from './header.ts';

/**
 * A JPEG as its quantised coefficients: everything a decoder reconstructs the picture from. Geometry follows
 * ITU-T T.81, A.1 and A.2.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
  /** Size in MCUs of an interleaved scan. */
  readonly mcusWide: number;
  readonly mcusHigh: number;
}

export interface Component {
  /** As the frame header names it; decoders read R, G, B from it when no marker says which colours these are. */
  readonly id: number;
  /** Sampling factors, 1-4. */
  readonly horizontal: number;
  readonly vertical: number;
  /** 64 entries in zigzag order. */
  readonly quantTable: Uint16Array;
  /** Size in blocks of a scan of this component alone: only blocks that hold samples (A.2.2). */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks per row of `coefficients`: whole MCUs (A.2.4). */
  readonly stride: number;
  /** Block rows of `coefficients`: whole MCUs. */
  readonly rows: number;
  /** 64 coefficients per block in zigzag order, DC first, DC not predicted. */
  readonly coefficients: Int16Array;
}

/** What a frame header says; the coefficients are made with it. */
export interface FrameShape {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Pick<Component, 'id' | 'horizontal' | 'vertical' | 'quantTable'>[];
}

/**
 * A frame with coefficients all zero. `planes` may hand in arrays of an earlier frame of the same shape, which
 * are cleared and used again.
 */
export function createFrame(shape: FrameShape, planes: readonly Int16Array[] = []): Frame {
  const { width, height } = shape;
  const maxHorizontal = Math.max(...shape.components.map(({ horizontal }) => horizontal));
  const maxVertical = Math.max(...shape.components.map(({ vertical }) => vertical));
  const mcusWide = Math.ceil(width / (8 * maxHorizontal));
  const mcusHigh = Math.ceil(height / (8 * maxVertical));
  const components = shape.components.map((component, index): Component => {
    const stride = mcusWide * component.horizontal;
    const rows = mcusHigh * component.vertical;
    return {
      ...component,
      stride,
      rows,
      blocksWide: Math.ceil(Math.ceil((width * component.horizontal) / maxHorizontal) / 8),
      blocksHigh: Math.ceil(Math.ceil((height * component.vertical) / maxVertical) / 8),
      coefficients: clearedPlane(planes[index], stride * rows * 64),
    };
  });
  return { width, height, mcusWide, mcusHigh, components };
}

function clearedPlane(plane: Int16Array | undefined, length: number): Int16Array {
  if (plane?.length !== length) return new Int16Array(length);
  return plane.fill(0);
}

/** The frame a header describes; null for other processes than the three read here, and for what no frame can be. */
export function frameShape(header: DctHeader): FrameShape | null {
  if (header.process === 'unsupported' || header.precision !== 8) return null;
  const { width, height } = header;
  if (header.components.length > 4) return null;
  if (new Set(header.components.map(({ id }) => id)).size !== header.components.length) return null;
  const components: FrameShape['components'][number][] = [];
  for (const { id, horizontal, vertical, quantTable: tableId } of header.components) {
    const quantTable = header.quantTables[tableId];
    if (quantTable === undefined || quantTable.includes(0)) return null;
    if (!isSamplingFactor(horizontal) || !isSamplingFactor(vertical)) return null;
    components.push({ id, horizontal, vertical, quantTable });
  }
  return { width, height, components };
}

function isSamplingFactor(factor: number): boolean {
  return factor >= 1 && factor <= 4;
}

/**
 * Fills the blocks that only complete an MCU (A.2.4) with what codes shortest: the DC of the block before, no
 * AC. They hold no sample of the picture, so files that differ in them alone are the same picture.
 */
export function completeMcus({ mcusWide, components }: Frame): void {
  for (const { horizontal, vertical, blocksWide, blocksHigh, stride, rows, coefficients } of components) {
    for (let row = 0; row < blocksHigh; row += 1) {
      for (let column = blocksWide; column < stride; column += 1) {
        const block = (row * stride + column) * 64;
        coefficients.fill(0, block, block + 64);
        coefficients[block] = coefficients[block - 64];
      }
    }
    for (let row = blocksHigh; row < rows; row += 1) {
      coefficients.fill(0, row * stride * 64, (row + 1) * stride * 64);
      // The first of an MCU's block rows always holds samples, so the row above is in the same MCU.
      if (row % vertical === 0) continue;
      for (let mcu = 0; mcu < mcusWide; mcu += 1) {
        const before = ((row - 1) * stride + (mcu + 1) * horizontal - 1) * 64;
        for (let column = mcu * horizontal; column < (mcu + 1) * horizontal; column += 1)
          coefficients[(row * stride + column) * 64] = coefficients[before];
      }
    }
  }
}
