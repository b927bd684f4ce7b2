import fc from 'fast-check';
import type { Frame } from '../../codecs/jpeg/format/frame.ts';
import { emptyFrame, indexFrame, type KernelFrame } from '../../codecs/jpeg/kernel/kernel-frame.ts';
import { completeMcus, plainFrame } from '../oracles/plain-jpeg/frame.ts';
import type { PlainScan } from '../oracles/plain-jpeg/tokens.ts';
import { plainFile } from '../oracles/plain-jpeg/write.ts';
import { sequence } from './rasters.ts';

/** Frames and JPEGs made from coefficients, without an encoder: any sampling, any number of components. */

export interface FrameRecipe {
  readonly width: number;
  readonly height: number;
  /** Horizontal and vertical factor per component. */
  readonly sampling: readonly (readonly [number, number])[];
  /** Share of nonzero AC coefficients. */
  readonly density: number;
  readonly seed: number;
}

export const frameRecipes: fc.Arbitrary<FrameRecipe> = fc.record({
  width: fc.integer({ min: 1, max: 70 }),
  height: fc.integer({ min: 1, max: 70 }),
  sampling: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 4,
  }),
  density: fc.constantFrom(0, 0.01, 0.1, 0.5, 1),
  seed: fc.integer({ min: 1, max: 0x7fffffff }),
});

/** Coefficients of every allowed size, small ones most often. */
export function frameOf({ width, height, sampling, density, seed }: FrameRecipe): Frame {
  const random = sequence(seed);
  const quantTable = new Uint16Array(64).fill(1 + (seed % 40));
  const components = sampling.map(([horizontal, vertical], index) => {
    return { id: index + 1, horizontal, vertical, quantTable };
  });
  const frame = plainFrame({ width, height, components });
  for (const { coefficients } of frame.components) {
    for (let index = 0; index < coefficients.length; index += 1) {
      const size = Math.floor(random() * random() * 11);
      const value = Math.trunc((random() * 2 - 1) * (1 << size));
      if (index % 64 === 0 || random() < density) coefficients[index] = value;
    }
  }
  completeMcus(frame);
  return frame;
}

/** The same frame in kernel memory, ready for coding. */
export function inKernel({ components, ...shape }: Frame): KernelFrame {
  const frame = emptyFrame({ ...shape, components });
  for (const [index, { coefficients }] of components.entries())
    frame.components[index]!.coefficients.set(coefficients);
  indexFrame(frame);
  return frame;
}

/** All data of a frame that a decoder needs; coefficients as text, which is fast to compare. */
export function contentOf({ width, height, components }: Frame) {
  return {
    width,
    height,
    components: components.map(({ id, horizontal, vertical, quantTable, coefficients }) => {
      const { buffer, byteOffset, byteLength } = coefficients;
      const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
      return { id, horizontal, vertical, quantTable: [...quantTable], bytes };
    }),
  };
}

export function jpegOf(
  frame: Frame,
  process: 'sequential' | 'progressive',
  appSegments: readonly Uint8Array[] = [],
): Uint8Array {
  const script = process === 'sequential' ? sequentialScript(frame) : progressiveScript(frame);
  return plainFile(frame, script, appSegments);
}

/** Components of a frame, grouped as interleaved scans allow. */
export function interleaved({ components }: Frame): readonly (readonly number[])[] {
  const blocks = components.reduce((sum, each) => sum + each.horizontal * each.vertical, 0);
  // "the sum of the products of horizontal and vertical sampling factors shall be at most 10" (T.81, B.2.3)
  return blocks <= 10 ? [[...components.keys()]] : [...components.keys()].map((index) => [index]);
}

export function sequentialScript(frame: Frame, interval = 0): readonly PlainScan[] {
  return interleaved(frame).map((components) => ({ kind: 'sequential', components, interval }));
}

/** Two bands with one bit deferred, and that bit. */
function progressiveScript(frame: Frame): readonly PlainScan[] {
  return [
    ...interleaved(frame).map((components): PlainScan => ({ kind: 'dc-first', components, low: 0 })),
    ...[...frame.components.keys()].flatMap((component): readonly PlainScan[] => [
      { kind: 'ac-first', component, first: 1, last: 5, low: 1 },
      { kind: 'ac-first', component, first: 6, last: 63, low: 1 },
      { kind: 'ac-refine', component, first: 1, last: 63, low: 0 },
    ]),
  ];
}
