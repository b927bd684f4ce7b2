import { type Job, resultOf } from '../jobs/job.ts';
import type { Insides } from '../proof/insides.ts';
import type { RunningTask } from '../worker/pool.ts';
import { coarsest, type Remedy, type RemedyKind, remediesOf } from './remedies.ts';

/** Longer than this nobody looks at one row and waits for what its buttons would bring. */
const MOST_MS_A_FILE = 20_000;

/** About the fewest bytes that each remedy can bring, in bytes, of those that could be guessed. */
export type RemedySizes = Readonly<Partial<Record<RemedyKind, number>>>;

const NONE: RemedySizes = {};

/** What remedies would bring, by results. It lasts as long as the result does. */
export class KnownRemedies {
  readonly #known = new WeakMap<Blob, RemedySizes>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until more is known. */
  of(result: Blob): RemedySizes {
    return this.#known.get(result) ?? NONE;
  }

  has(result: Blob): boolean {
    return this.#known.has(result);
  }

  learn(result: Blob, sizes: RemedySizes): void {
    this.#known.set(result, sizes);
    for (const listener of this.#listeners) listener();
  }
}

/** Of this tab. */
export const knownRemedies = new KnownRemedies();

/** Guesses one file after the other what its remedies would bring. What was stopped is asked again the next time. */
export function guessRemedies(
  insides: Pick<Insides, 'estimate'>,
  jobs: readonly Job[],
  known: KnownRemedies,
): { readonly stop: () => void; readonly done: Promise<void> } {
  let task: RunningTask<readonly number[]> | null = null;
  let isStopped = false;
  const one = async (job: Job) => {
    const result = resultOf(job);
    const guessed = remediesOf(job, false).filter(isGuessed);
    if (result === null || guessed.length === 0 || known.has(result.blob)) return;
    const { file, password } = job;
    task = insides.estimate({
      input: file,
      report: result.report,
      options: guessed.map(({ options }) => coarsest(options)),
      ...(password === undefined ? {} : { password }),
    });
    const running = task;
    const limit = setTimeout(() => running.cancel(), MOST_MS_A_FILE);
    const end = await running.end;
    clearTimeout(limit);
    if (isStopped) return;
    const sizes = end.kind === 'finished' ? end.value : [];
    known.learn(
      result.blob,
      Object.fromEntries(
        guessed.flatMap(({ kind }, at) => (sizes[at] === undefined ? [] : [[kind, sizes[at]]])),
      ),
    );
  };
  const all = async () => {
    for (const job of jobs) if (!isStopped) await one(job);
  };
  return {
    done: all(),
    stop: () => {
      isStopped = true;
      task?.cancel();
    },
  };
}

/** What the pictures alone decide; of attachments the report says what they weigh. */
function isGuessed(remedy: Remedy): remedy is Extract<Remedy, { kind: 'small' | 'gray' | 'lower' }> {
  return remedy.kind === 'small' || remedy.kind === 'gray' || remedy.kind === 'lower';
}
