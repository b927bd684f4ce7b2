import fc from 'fast-check';
import { codable } from '../../codecs/jpeg/format/codable.ts';
import { completeMcus, createFrame, type Frame } from '../../codecs/jpeg/format/frame.ts';
import { progressiveScans, sequentialScript } from '../../codecs/jpeg/scans/scan-script.ts';
import { planScript, scriptOf, writeFrame } from '../../codecs/jpeg/scans/write.ts';
import { sequence } from './rasters.ts';

/** Frames and JPEGs made from coefficients, without an encoder: any sampling, any number of components. */

export interface FrameRecipe {
  readonly width: number;
  readonly height: number;
  /** Horizontal and vertical factor per component. */
  readonly sampling: readonly (readonly [number, number])[];
  /** Share of AC coefficients that are not zero. */
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

/** Coefficients of every size the processes allow, small ones most often. */
export function frameOf({ width, height, sampling, density, seed }: FrameRecipe): Frame {
  const random = sequence(seed);
  const quantTable = new Uint16Array(64).fill(1 + (seed % 40));
  const components = sampling.map(([horizontal, vertical], index) => {
    return { id: index + 1, horizontal, vertical, quantTable };
  });
  const frame = createFrame({ width, height, components });
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

export function jpegOf(
  frame: Frame,
  process: 'sequential' | 'progressive',
  appSegments: readonly Uint8Array[] = [],
): Uint8Array {
  const coded = codable(frame);
  const plan =
    process === 'sequential'
      ? planScript(coded, process, sequentialScript(coded))
      : scriptOf(process, progressiveScans(coded));
  return writeFrame(coded, plan, appSegments);
}
