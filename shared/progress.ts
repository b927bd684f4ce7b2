/** What is being done now. Cancelling is the host's word, since a cancelled worker says nothing more. */
export type Phase = 'reading' | 'images' | 'structure' | 'writing' | 'checking';

export interface Progress {
  /** 0 to 1 over the whole document; it never goes back. */
  readonly fraction: number;
  readonly phase: Phase;
  /** Items of this phase finished and in all, where they can be counted. */
  readonly done?: number;
  readonly total?: number;
}

/** Where each phase begins and ends on the document's one bar. */
const SHARES: Readonly<Record<Phase, readonly [from: number, to: number]>> = {
  reading: [0, 0.1],
  structure: [0.1, 0.2],
  images: [0.2, 0.72],
  writing: [0.72, 0.85],
  checking: [0.85, 1],
};

export interface ProgressMeter {
  /** `done` of `total` items of this phase are finished. */
  at(phase: Phase, done: number, total: number): void;
  /** The document's bar is at `fraction` at least, while this is being done. */
  reach(fraction: number, phase: Phase): void;
}

/** A part of the bar for one of several rewritings: what happens there is all about images but for the first. */
export function partOf(meter: ProgressMeter, from: number, to: number): ProgressMeter {
  return {
    at: (phase, done, total) => {
      const [start, end] = SHARES[phase];
      const fraction = start + (end - start) * shareOf(done, total);
      meter.reach(from + (to - from) * (fraction / SHARES.writing[1]), from === 0 ? phase : 'images');
    },
    reach: (fraction, phase) => meter.reach(from + (to - from) * fraction, phase),
  };
}

/** A meter whose reported fraction only rises, however the phases are entered. */
export function createProgressMeter(onProgress: (progress: Progress) => void): ProgressMeter {
  let highest = 0;
  return {
    at(phase, done, total) {
      const [from, to] = SHARES[phase];
      highest = Math.max(highest, from + (to - from) * shareOf(done, total));
      onProgress({ fraction: highest, phase, ...(total > 1 ? { done, total } : {}) });
    },
    reach(fraction, phase) {
      highest = Math.max(highest, fraction);
      onProgress({ fraction: highest, phase });
    },
  };
}

function shareOf(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
