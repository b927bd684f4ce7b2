/** Packed rows of pixels, most significant bit first. */
export interface PackedRows {
  readonly bytes: Uint8Array;
  /** Bytes per row. */
  readonly stride: number;
}

/** Copies `rows` rows of `bits` bits to position `bit` and `row`; nothing beside them changes. */
export function copyRows(
  from: PackedRows,
  to: PackedRows,
  { bits, rows, bit, row }: Readonly<Record<'bits' | 'rows' | 'bit' | 'row', number>>,
): void {
  for (let each = 0; each < rows; each += 1) {
    const source = from.bytes.subarray(each * from.stride, each * from.stride + ((bits + 7) >> 3));
    const target = to.bytes.subarray((row + each) * to.stride, (row + each + 1) * to.stride);
    copyBits(source, target, bit, bits);
  }
}

function copyBits(source: Uint8Array, target: Uint8Array, at: number, bits: number): void {
  const shift = at & 7;
  const first = at >> 3;
  const whole = bits >> 3;
  if (shift === 0) {
    target.set(source.subarray(0, whole), first);
  } else {
    for (let byte = 0; byte < whole; byte += 1) putBits(target, at + byte * 8, source[byte]!, 8);
  }
  const rest = bits & 7;
  if (rest > 0) putBits(target, at + whole * 8, source[whole]! >> (8 - rest), rest);
}

/** Writes the low `count` bits of a value. */
function putBits(target: Uint8Array, at: number, value: number, count: number): void {
  const byte = at >> 3;
  // Two bytes hold eight bits at any offset.
  const left = 16 - (at & 7) - count;
  const mask = ((1 << count) - 1) << left;
  const both = (((target[byte]! << 8) | (target[byte + 1] ?? 0)) & ~mask) | (value << left);
  target[byte] = both >> 8;
  if (byte + 1 < target.length) target[byte + 1] = both & 255;
}
