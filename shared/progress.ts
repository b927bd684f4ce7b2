/** Current work. Cancellation is reported by the host, since a terminated worker reports nothing. */
export type Phase = 'reading' | 'images' | 'structure' | 'writing' | 'checking';

export interface Progress {
  /** 0 to 1 over the whole document; never decreases. */
  readonly fraction: number;
  readonly phase: Phase;
  /** Finished and total items of this phase, if countable. */
  readonly done?: number;
  readonly total?: number;
}

/** Range of each phase on the document's progress bar. */
const SHARES: Readonly<Record<Phase, readonly [from: number, to: number]>> = {
  reading: [0, 0.1],
  structure: [0.1, 0.2],
  images: [0.2, 0.72],
  writing: [0.72, 0.85],
  checking: [0.85, 1],
};

export interface ProgressMeter {
  /**
   * Reports `done` of `total` items of this phase.
   * @param counted number of items that a user would count, if not `total`
   */
  at(phase: Phase, done: number, total: number, counted?: number): void;
  /** Raises the document's fraction to at least `fraction`. */
  reach(fraction: number, phase: Phase): void;
  /** Without images, the steps on the structure get the room on the bar that images would have. */
  expectNoImages(): void;
}

/** Share of the room that is left for structure, for each of its steps: their number is not known. */
const STEP_SHARE = 0.3;

/** Maps one of several rewrites to a part of the bar. After the first rewrite, images are nearly all of the work. */
export function partOf(meter: ProgressMeter, from: number, to: number): ProgressMeter {
  return {
    at: (phase, done, total) => {
      const [start, end] = SHARES[phase];
      const fraction = start + (end - start) * shareOf(done, total);
      meter.reach(from + (to - from) * (fraction / SHARES.writing[1]), from === 0 ? phase : 'images');
    },
    reach: (fraction, phase) => meter.reach(from + (to - from) * fraction, phase),
    expectNoImages: () => undefined,
  };
}

/** Creates a meter whose fraction only rises, in whatever order the phases start. */
export function createProgressMeter(onProgress: (progress: Progress) => void): ProgressMeter {
  let highest = 0;
  let hasImages = true;
  /** The current step on the structure: the fraction at its start, and how far it is. */
  let step = { from: SHARES.structure[0], share: 0 };
  const structureAt = (share: number) => {
    if (share <= step.share) step = { from: highest, share };
    step = { ...step, share };
    const [, end] = hasImages && highest < SHARES.images[1] ? SHARES.structure : SHARES.images;
    return step.from + Math.max(0, end - step.from) * STEP_SHARE * share;
  };
  return {
    at(phase, done, total, counted = total) {
      const [from, to] = SHARES[phase];
      const share = shareOf(done, total);
      highest = Math.max(highest, phase === 'structure' ? structureAt(share) : from + (to - from) * share);
      const count = { done: Math.floor(share * counted), total: counted };
      onProgress({ fraction: highest, phase, ...(counted > 1 ? count : {}) });
    },
    reach(fraction, phase) {
      highest = Math.max(highest, fraction);
      onProgress({ fraction: highest, phase });
    },
    expectNoImages() {
      hasImages = false;
    },
  };
}

function shareOf(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
