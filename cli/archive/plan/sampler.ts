import { hash53 } from '../../files/path-index.ts';
import type { ClassCounts } from '../archive-files.ts';
import type { ArchiveObject } from '../places/place.ts';

/** Bytes below which an object is in a class; the last class has no bound. */
export const CLASS_BOUNDS: readonly number[] = [16e3, 64e3, 256e3, 1e6, 4e6, 16e6, 64e6];
/** Sampled per class at least, if it has so many. */
const MIN_PER_CLASS = 20;

export interface ClassSample extends ClassCounts {
  readonly sample: readonly ArchiveObject[];
}

interface Candidate {
  readonly rank: number;
  readonly object: ArchiveObject;
}

class SizeClassSampler {
  objects = 0;
  size = 0;
  repeats = 0;
  #lowest: Candidate[] = [];
  #highestRank = Number.POSITIVE_INFINITY;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  offer(object: ArchiveObject, isRepeat: boolean): void {
    this.objects += 1;
    this.size += object.size;
    if (isRepeat) this.repeats += 1;
    const rank = hash53(`sample ${object.key}`);
    if (rank >= this.#highestRank) return;
    this.#lowest.push({ rank, object });
    if (this.#lowest.length >= 2 * this.#most) this.#prune();
  }

  /** Those with the lowest ranks, in the order of ranks. */
  sample(count: number): readonly ArchiveObject[] {
    this.#prune();
    return this.#lowest.slice(0, count).map(({ object }) => object);
  }

  #prune(): void {
    this.#lowest = this.#lowest.sort((a, b) => a.rank - b.rank).slice(0, this.#most);
    if (this.#lowest.length === this.#most) this.#highestRank = this.#lowest.at(-1)!.rank;
  }
}

/**
 * Draws a stratified sample from a list of unknown length: of each class of sizes the objects whose keys have the lowest
 * hashes. The same list gives the same sample, and memory doesn't grow with it.
 */
export class Sampler {
  readonly #size: number;
  readonly #classes: readonly SizeClassSampler[];

  /** @param size objects of the whole sample, about; each class may have 20 */
  constructor(size: number) {
    this.#size = size;
    this.#classes = [...CLASS_BOUNDS, null].map(() => new SizeClassSampler(Math.max(size, 1)));
  }

  offer(object: ArchiveObject, isRepeat: boolean): void {
    const at = CLASS_BOUNDS.findIndex((bound) => object.size < bound);
    this.#classes.at(at)!.offer(object, isRepeat);
  }

  /** Classes that have objects. Samples are shared out by the mean of their parts of objects and of bytes. */
  classes(): readonly ClassSample[] {
    const sum = (of: 'objects' | 'size') => this.#classes.reduce((total, each) => total + each[of], 0) || 1;
    const [objects, size] = [sum('objects'), sum('size')];
    return this.#classes.flatMap((each, index) => {
      if (each.objects === 0) return [];
      const part = (each.objects / objects + each.size / size) / 2;
      const count = this.#size === 0 ? 0 : Math.max(MIN_PER_CLASS, Math.round(this.#size * part));
      return [
        {
          below: CLASS_BOUNDS[index] ?? null,
          objects: each.objects,
          size: each.size,
          repeats: each.repeats,
          sample: each.sample(Math.min(count, this.#size)),
        },
      ];
    });
  }
}
