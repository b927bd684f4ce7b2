import { Layout } from '../../wasm/kernel.ts';
import { type Frame, type FrameShape, type Geometry, geometryOf } from '../format/frame.ts';
import { acquireKernel, type JpegKernel, type KernelLease } from './jpeg-kernel.ts';

/**
 * A frame with coefficients in the memory of a kernel, so that nothing is copied from reading to writing.
 * They are accessible until something is written or another frame is created.
 */
export interface KernelFrame extends Frame {
  readonly lent: KernelLease;
  /** Valid during the lease. */
  readonly kernel: JpegKernel;
  /** Address of a file, after all other data: first the one being read, then the one being written. */
  readonly fileAt: number;
}

/** More than one block can take of a scan's data; kernels may read this far beyond it. */
export const SPARE_BYTES = 512;

/** Bytes of a block: its coefficients, one bit per nonzero coefficient, and a copy of its DC. */
const COEFFICIENT_BYTES = 128;
const NON_ZERO_BYTES = 8;
const DC_BYTES = 2;
const BLOCK_BYTES = COEFFICIENT_BYTES + NON_ZERO_BYTES + DC_BYTES;

/** A frame with all coefficients zero. */
export function emptyFrame(shape: FrameShape): KernelFrame {
  const frame = createFrame(shape, 0);
  for (const { coefficients } of frame.components) coefficients.fill(0);
  return frame;
}

/** A frame for reading a file; its coefficients are undefined until then. */
export function createFrame(shape: FrameShape, fileBytes: number): KernelFrame {
  return frameOf(geometryOf(shape), fileBytes);
}

/** Like createFrame() with room for this many rows of MCUs: each reuses the place of an earlier one. */
export function createWindow(shape: FrameShape, fileBytes: number, mcuRows: number): KernelFrame {
  const geometry = geometryOf(shape);
  const components = geometry.components.map((component) => ({
    ...component,
    rows: Math.min(component.rows, component.vertical * mcuRows),
  }));
  return frameOf({ ...geometry, components }, fileBytes);
}

function frameOf(geometry: Geometry, fileBytes: number): KernelFrame {
  const blocks = geometry.components.reduce((sum, { stride, rows }) => sum + stride * rows, 0);
  const lent = acquireKernel(blocks * BLOCK_BYTES + fileBytes);
  const kernel = lent.kernel();
  const memory = new Layout(kernel.heapStart());
  const places = geometry.components.map(({ stride, rows }) => ({
    coefficients: memory.place(stride * rows * COEFFICIENT_BYTES),
    nonZero: memory.place(stride * rows * NON_ZERO_BYTES),
    dc: memory.place(stride * rows * DC_BYTES),
  }));
  const fileAt = memory.place(fileBytes + SPARE_BYTES);
  const { buffer } = memory.heapOf(kernel.memory);
  const components = geometry.components.map((component, index) => {
    const { stride, rows } = component;
    const coefficients = new Int16Array(buffer, places[index]!.coefficients, stride * rows * 64);
    return { ...component, coefficients };
  });
  describe(kernel, geometry);
  for (const [index, { coefficients, nonZero, dc }] of places.entries())
    componentWords(kernel, index).set([coefficients, nonZero, dc], SHAPE_WORDS);
  return placed({ ...geometry, components }, lent, fileAt);
}

function placed(frame: Frame, lent: KernelLease, fileAt: number): KernelFrame {
  return {
    ...frame,
    lent,
    get kernel() {
      return lent.kernel();
    },
    fileAt,
  };
}

/** Indexes a frame whose coefficients are not from a file; they must not change afterwards. */
export function indexFrame({ kernel, components }: KernelFrame): void {
  for (const index of components.keys()) kernel.indexPlane(index);
  kernel.completeMcus();
}

/**
 * Returns the first component as a frame of the same size, replacing the original one; it must have the full
 * resolution.
 */
export function firstComponent({ width, height, components, lent, fileAt }: KernelFrame): KernelFrame {
  const { quantTable, stride, rows, coefficients } = components[0]!;
  const shape: FrameShape = {
    width,
    height,
    components: [{ id: 1, horizontal: 1, vertical: 1, quantTable }],
  };
  const geometry = geometryOf(shape);
  // Blocks that only completed an MCU of several components stay in place.
  const component = { ...geometry.components[0]!, stride, rows, coefficients };
  const frame = placed({ ...geometry, components: [component] }, lent, fileAt);
  describe(frame.kernel, frame);
  return frame;
}

/** Words of a component's description, followed by those of its addresses. */
const SHAPE_WORDS = 6;
const PLACE_WORDS = 3;
/** Words before the first component. */
const HEAD_WORDS = 4;

function describe(kernel: JpegKernel, { mcusWide, mcusHigh, components }: Geometry): void {
  new Int32Array(kernel.memory.buffer, kernel.frameAt()).set([mcusWide, mcusHigh, components.length]);
  for (const [index, component] of components.entries()) {
    const { horizontal, vertical, blocksWide, blocksHigh, stride, rows } = component;
    componentWords(kernel, index).set([horizontal, vertical, blocksWide, blocksHigh, stride, rows]);
  }
}

function componentWords({ memory, frameAt }: JpegKernel, index: number): Int32Array {
  const words = SHAPE_WORDS + PLACE_WORDS;
  return new Int32Array(memory.buffer, frameAt() + (HEAD_WORDS + index * words) * 4, words);
}
