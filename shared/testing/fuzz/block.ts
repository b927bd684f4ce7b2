import { type Find, findOf } from './finds.ts';
import { shrunk } from './shrink.ts';
import { fairTrial, makeTrial, type Trial } from './trial.ts';

/** Trials of one seed, `from` (inclusive) to `to` (exclusive). */
export interface Block {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

export interface BlockResult {
  /** Number of trials by outcome. */
  readonly ends: Readonly<Record<string, number>>;
  readonly mutations: number;
  /** Results that PDFium also examined. */
  readonly judged: number;
  readonly finds: readonly Find[];
}

/** PDFium examines one in this many of the smaller files. */
const JUDGED_EVERY = 8;

/** @param at is called with each number before its trial, so that a watchdog can name a trial that never ends */
export async function runBlock(
  { seed, from, to }: Block,
  at: (number: number) => void,
): Promise<BlockResult> {
  const ends: Record<string, number> = {};
  const finds: Find[] = [];
  let judged = 0;
  let mutations = 0;
  for (let number = from; number < to; number++) {
    at(number);
    const trial = await makeTrial(seed, number);
    mutations += trial.mutations;
    const isJudged = number % JUDGED_EVERY === 0;
    try {
      const { end, output } = await fairTrial(trial, isJudged);
      ends[end] = (ends[end] ?? 0) + 1;
      if (isJudged && output !== null) judged += 1;
    } catch (thrown) {
      finds.push(await smallestFind(trial, isJudged, signature(thrown)));
    }
  }
  return { ends, mutations, judged, finds };
}

async function smallestFind(trial: Trial, isJudged: boolean, says: string): Promise<Find> {
  // Removals would make the syntax unsound, and then PDFium differs for other reasons.
  if (trial.isSound) return findOf(trial, says);
  const file = await shrunk(trial.file, async (smaller) => {
    try {
      await fairTrial({ ...trial, file: smaller }, isJudged);
      return false;
    } catch (thrown) {
      return signature(thrown) === says;
    }
  });
  return findOf({ ...trial, file }, says);
}

/** The error without file-dependent numbers, and its place. */
export function signature(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const place = /\bat (?:async )?([\w.#<>]+)/.exec(thrown.stack ?? '')?.[1] ?? '';
  return `${thrown.name}: ${thrown.message} (${place})`.replace(/\d+/g, '#');
}
