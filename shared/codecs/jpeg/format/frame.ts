import type { DctHeader } from './header.ts';

/**
 * A JPEG as its quantized coefficients: all data for reconstructing the image. Geometry follows ITU-T T.81,
 * A.1 and A.2.
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
  /** As in the frame header; decoders detect R, G, B by it when no marker defines the colors. */
  readonly id: number;
  /** Sampling factors, 1-4. */
  readonly horizontal: number;
  readonly vertical: number;
  /** 64 entries in zigzag order. */
  readonly quantTable: Uint16Array;
  /** Size in blocks of a single-component scan: only blocks that hold samples (A.2.2). */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks per row of `coefficients`: whole MCUs (A.2.4). */
  readonly stride: number;
  /** Block rows of `coefficients`: whole MCUs. */
  readonly rows: number;
  /** 64 coefficients per block in zigzag order, DC first, without prediction. */
  readonly coefficients: Int16Array;
}

/** Contents of a frame header; the coefficients are allocated from it. */
export interface FrameShape {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Pick<Component, 'id' | 'horizontal' | 'vertical' | 'quantTable'>[];
}

/** A frame without its coefficients. */
export interface Geometry extends Omit<Frame, 'components'> {
  readonly components: readonly ComponentGeometry[];
}

type ComponentGeometry = Omit<Component, 'coefficients'>;

export function geometryOf({ width, height, components }: FrameShape): Geometry {
  const maxHorizontal = Math.max(...components.map(({ horizontal }) => horizontal));
  const maxVertical = Math.max(...components.map(({ vertical }) => vertical));
  const mcusWide = Math.ceil(width / (8 * maxHorizontal));
  const mcusHigh = Math.ceil(height / (8 * maxVertical));
  return {
    width,
    height,
    mcusWide,
    mcusHigh,
    components: components.map((component) => ({
      ...component,
      stride: mcusWide * component.horizontal,
      rows: mcusHigh * component.vertical,
      blocksWide: Math.ceil(Math.ceil((width * component.horizontal) / maxHorizontal) / 8),
      blocksHigh: Math.ceil(Math.ceil((height * component.vertical) / maxVertical) / 8),
    })),
  };
}

/** Returns the frame of a header; null for processes other than the three supported ones, and for invalid frames. */
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
