/** Optimal Huffman codes from symbol counts (T.81, K.2). Counts are 256 words of 32 bits. */

const LONGEST: i32 = 16;

/** Used symbols, rarest first: count << 8 | 255 - symbol, so that of equal ones the last symbol is first. */
const SORTED: usize = memory.data(8 * 256);
let SORTED_COUNT: i32 = 0;
/** Weights of the inner nodes, in order of creation. */
const INNER: usize = memory.data(8 * 257);
/** Parent of each leaf and inner node, later the depth. */
const ABOVE: usize = memory.data(2 * 514);
const PER_LENGTH: usize = memory.data(4 * 260);

/** Number of symbols in the last counts. */
export function symbolsUsed(): i32 {
  return SORTED_COUNT;
}

function sort(counts: usize): void {
  let used = 0;
  for (let symbol: usize = 0; symbol < 256; symbol += 1) {
    const count = <u64>load<u32>(counts + (symbol << 2));
    if (count === 0) continue;
    store<u64>(SORTED + (used << 3), (count << 8) | (255 - symbol));
    used += 1;
  }
  SORTED_COUNT = used;
  // Shell sort.
  for (let gap = 121; gap > 0; gap = gap / 3) {
    for (let end = gap; end < used; end += 1) {
      const moved = load<u64>(SORTED + (end << 3));
      let at = end;
      for (; at >= gap; at -= gap) {
        const other = load<u64>(SORTED + ((at - gap) << 3));
        if (other < moved) break;
        store<u64>(SORTED + (at << 3), other);
      }
      store<u64>(SORTED + (at << 3), moved);
    }
  }
}

function weightOf(leaf: i32): u64 {
  return load<u64>(SORTED + (leaf << 3)) >> 8;
}

function innerWeight(node: i32): u64 {
  return load<u64>(INNER + (node << 3));
}

/**
 * Returns the bits that symbols take in the optimal code, including the reserved symbol. Codes may exceed 16
 * bits here, unlike in a table; the difference is a few bits at most.
 */
export function huffmanBits(counts: usize): u64 {
  sort(counts);
  return makeTree();
}

/**
 * Builds Huffman's tree with two queues: leaves, with the reserved one first, and inner nodes in order of
 * creation. Stores each node's parent, leaves from 0 on, inner nodes from 256 on; returns the sum of the
 * inner weights.
 */
function makeTree(): u64 {
  const leaves = SORTED_COUNT;
  let leaf = 0;
  let first = 0;
  let bits: u64 = 0;
  for (let made = 0; made < leaves; made += 1) {
    let weight: u64 = 0;
    // The reserved symbol weighs nothing, so that its first merge is with the lightest of the others.
    for (let part = made === 0 ? 1 : 0; part < 2; part += 1) {
      if (first >= made || (leaf < leaves && weightOf(leaf) <= innerWeight(first))) {
        weight += weightOf(leaf);
        store<u16>(ABOVE + (leaf << 1), made);
        leaf += 1;
      } else {
        weight += innerWeight(first);
        store<u16>(ABOVE + ((256 + first) << 1), made);
        first += 1;
      }
    }
    store<u64>(INNER + (made << 3), weight);
    bits += weight;
  }
  return bits;
}

/**
 * Writes the table for these counts to `out`, which has room for 272 bytes: 16 bytes of code counts per
 * length, then the symbols (T.81, B.2.4.2). A 257th symbol has the rarest code and is removed, so that no
 * code is all ones, as C.2 requires.
 * @returns the number of symbols
 */
export function huffmanTable(counts: usize, out: usize): i32 {
  sort(counts);
  makeTree();
  countLengths();
  limitLengths();
  for (let length: usize = 1; length <= 16; length += 1)
    store<u8>(out + length - 1, load<i32>(PER_LENGTH + (length << 2)));
  for (let place = 0; place < SORTED_COUNT; place += 1)
    store<u8>(out + place, 255 - load<u8>(SORTED + ((SORTED_COUNT - 1 - place) << 3)), 16);
  return SORTED_COUNT;
}

/** Counts the codes of each length, including the reserved symbol's. */
function countLengths(): void {
  const leaves = SORTED_COUNT;
  memory.fill(PER_LENGTH, 0, 4 * 260);
  if (leaves === 0) {
    // With the reserved symbol alone there is no tree; its code has one bit.
    store<i32>(PER_LENGTH, 1, 4);
    return;
  }
  // The last node is the root; from there down, the parent is replaced by the depth.
  store<u16>(ABOVE + ((255 + leaves) << 1), 0);
  for (let node = leaves - 2; node >= 0; node -= 1) deepen(256 + node);
  for (let leaf = 0; leaf < leaves; leaf += 1) noteLength(deepen(leaf));
  // The reserved symbol is beside the lightest one, in the first node.
  noteLength(load<u16>(ABOVE + (256 << 1)) + 1);
}

function deepen(node: i32): i32 {
  const at = ABOVE + (node << 1);
  const depth = load<u16>(ABOVE + ((256 + <usize>load<u16>(at)) << 1)) + 1;
  store<u16>(at, depth);
  return depth;
}

function noteLength(length: i32): void {
  const at = PER_LENGTH + (length << 2);
  store<i32>(at, load<i32>(at) + 1);
}

/** Shortens codes longer than 16 bits in pairs, lengthening a shorter code for each pair (Figure K.3). */
function limitLengths(): void {
  for (let length = 257; length > LONGEST; length -= 1) {
    const at = PER_LENGTH + (length << 2);
    while (load<i32>(at) > 0) {
      let shorter = at - 8;
      while (load<i32>(shorter) === 0) shorter -= 4;
      store<i32>(at, load<i32>(at) - 2);
      store<i32>(at - 4, load<i32>(at - 4) + 1);
      store<i32>(shorter, load<i32>(shorter, 4) + 2, 4);
      store<i32>(shorter, load<i32>(shorter) - 1);
    }
  }
  // "remove the reserved code point" (Figure K.3)
  let longest = PER_LENGTH + (LONGEST << 2);
  while (load<i32>(longest) === 0) longest -= 4;
  store<i32>(longest, load<i32>(longest) - 1);
}
