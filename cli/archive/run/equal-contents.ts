import type { ObjectLine } from '../archive-files.ts';
import type { ArchiveObject } from '../places/place.ts';
import { contentName, type RepeatedContents } from '../plan/repeated-contents.ts';
import { jsonBytes, type RunStore, readJson } from '../run-store.ts';

/** Lines kept in memory, of contents that this process has done. */
const MAX_KEPT = 10_000;

/**
 * Finds what was made of equal contents, by this process or another one. Only contents that the plan saw more than once
 * are written down, so that others cost nothing. Two processes that begin equal contents at the same time both do them.
 */
export class EqualContents {
  readonly #store: RunStore;
  readonly #repeated: RepeatedContents;
  readonly #isContentVersion: boolean;
  readonly #kept = new Map<string, Promise<ObjectLine | undefined>>();

  constructor(store: RunStore, repeated: RepeatedContents, isContentVersion: boolean) {
    this.#store = store;
    this.#repeated = repeated;
    this.#isContentVersion = isContentVersion;
  }

  /**
   * Returns the line of an object with equal contents, or makes it with `work` and keeps it.
   *
   * @returns `isReused` is false if `work` made it; the line is of another object if it is true
   */
  async lineOf(
    object: ArchiveObject,
    sha256: string,
    work: () => Promise<ObjectLine>,
  ): Promise<{ readonly line: ObjectLine; readonly isReused: boolean }> {
    if (!this.#repeated.isRepeated(contentName(object, this.#isContentVersion)))
      return { line: await work(), isReused: false };
    const before = await this.#kept.get(sha256);
    if (before !== undefined) return { line: before, isReused: true };
    const making = this.#storedOrMade(sha256, work);
    const usable = making.then(
      ({ line }) => (line.status === 'failed' ? undefined : line),
      () => undefined,
    );
    this.#keep(sha256, usable);
    return making;
  }

  async #storedOrMade(
    sha256: string,
    work: () => Promise<ObjectLine>,
  ): Promise<{ readonly line: ObjectLine; readonly isReused: boolean }> {
    const stored = await readJson<ObjectLine>(this.#store, fileOf(sha256));
    if (stored !== undefined) return { line: stored, isReused: true };
    const line = await work();
    if (line.status !== 'failed') await this.#store.write(fileOf(sha256), jsonBytes(line));
    return { line, isReused: false };
  }

  #keep(sha256: string, line: Promise<ObjectLine | undefined>): void {
    this.#kept.set(sha256, line);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}

function fileOf(sha256: string): string {
  return `contents/${sha256.slice(0, 3)}/${sha256}.json`;
}
