/** The two files to compare, and an optional receipt. */
export interface Pair {
  readonly before: File | null;
  readonly after: File | null;
  readonly receipt: File | null;
}

export type PairSide = 'before' | 'after';

export const NO_PAIR: Pair = { before: null, after: null, receipt: null };

export type PairEvent =
  /** Dropped or pasted, or chosen for one side. */
  | { readonly type: 'files-given'; readonly files: readonly File[]; readonly side?: PairSide }
  | { readonly type: 'swapped' }
  | { readonly type: 'receipt-removed' };

export function pairReducer(pair: Pair, event: PairEvent): Pair {
  switch (event.type) {
    case 'files-given': {
      const receipt = event.files.find(isReceipt) ?? pair.receipt;
      const pdfs = event.files.filter((file) => !isReceipt(file));
      return { ...placed(pair, pdfs, event.side), receipt };
    }
    case 'swapped':
      return { ...pair, before: pair.after, after: pair.before };
    case 'receipt-removed':
      return { ...pair, receipt: null };
  }
}

/** The larger of two files becomes `before`. A single one goes to the chosen side, or to the empty one. */
function placed(pair: Pair, files: readonly File[], side: PairSide | undefined): Pair {
  const [first, second] = files;
  if (first === undefined) return pair;
  if (second !== undefined) {
    const isOrdered = first.size >= second.size;
    return { ...pair, before: isOrdered ? first : second, after: isOrdered ? second : first };
  }
  return { ...pair, [side ?? (pair.before === null ? 'before' : 'after')]: first };
}

function isReceipt({ name, type }: File): boolean {
  return type === 'application/json' || name.toLowerCase().endsWith('.json');
}
