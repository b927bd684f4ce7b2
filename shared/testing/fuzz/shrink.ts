import { splice } from './edits.ts';
import { reseat } from './reseat.ts';

/** Maximum tries; each may take as long as the trial. */
const MAX_TRIES = 3000;

/**
 * Returns a smaller file with the same effect, found by removing ever shorter pieces; each try is repeated
 * with a corrected cross-reference.
 * @param does returns whether a file still has the effect
 */
export async function shrunk(
  file: Uint8Array,
  does: (file: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  let smallest = file;
  let tries = 0;
  for (let piece = file.length >> 1; piece >= 1; piece >>= 1) {
    for (let at = 0; at < smallest.length && tries < MAX_TRIES; ) {
      const cut = splice(smallest, at, piece, []);
      const smaller = await firstThat(
        does,
        [reseat(cut), cut].filter(({ length }) => length < smallest.length),
      );
      tries += 2;
      if (smaller === undefined) at += piece;
      else smallest = smaller;
    }
  }
  return smallest;
}

async function firstThat(
  does: (file: Uint8Array) => Promise<boolean>,
  files: readonly Uint8Array[],
): Promise<Uint8Array | undefined> {
  for (const file of files) if (await does(file)) return file;
  return undefined;
}
