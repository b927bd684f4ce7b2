/** Plain encoders for the byte filters, as input for decoders. */

/** ISO 32000-2, 7.4.3, group by group. */
export function ascii85(plain: Uint8Array): string {
  let out = '';
  for (let at = 0; at < plain.length; at += 4) {
    const group = [0, 1, 2, 3].map((i) => plain[at + i] ?? 0);
    let value = group.reduce((sum, byte) => sum * 256 + byte, 0);
    const digits: number[] = [];
    for (let i = 0; i < 5; i++) {
      digits.unshift(value % 85);
      value = Math.floor(value / 85);
    }
    const held = Math.min(4, plain.length - at);
    out +=
      held === 4 && digits.every((digit) => digit === 0)
        ? 'z'
        : String.fromCharCode(...digits.slice(0, held + 1).map((digit) => digit + 33));
  }
  return `${out}~>`;
}

/** ISO 32000-2, 7.4.5: repeats of three and more, copies for the rest. */
export function runLength(plain: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < plain.length; ) {
    let run = 1;
    while (run < 128 && plain[at + run] === plain[at]) run += 1;
    if (run > 2) {
      out.push(257 - run, plain[at]!);
      at += run;
      continue;
    }
    let end = at;
    while (
      end < plain.length &&
      end - at < 128 &&
      !(plain[end] === plain[end + 1] && plain[end] === plain[end + 2])
    )
      end += 1;
    out.push(end - at - 1, ...plain.subarray(at, end));
    at = end;
  }
  return Uint8Array.from([...out, 128]);
}

export interface LzwEncoding {
  readonly earlyChange: 0 | 1;
  readonly whenFull: 'clear at 4095' | 'clear at 4096' | 'go on';
}

/** TIFF 6.0, section 13, over strings in a map. */
export function lzw(plain: Uint8Array, { earlyChange, whenFull }: LzwEncoding): Uint8Array {
  const out = new BitWriter();
  const room = whenFull === 'clear at 4095' ? 4095 : 4096;
  let table = new Map<string, number>();
  let next = 258;
  const width = () => {
    // The encoder's table is one entry ahead of the decoder's.
    const known = Math.min(4096, next) - 1 + earlyChange;
    return known >= 2048 ? 12 : known >= 1024 ? 11 : known >= 512 ? 10 : 9;
  };
  const codeOf = (string: string) => (string.length === 1 ? string.charCodeAt(0) : table.get(string)!);
  out.put(256, 9);
  let known = '';
  for (const byte of plain) {
    const longer = known + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      known = longer;
      continue;
    }
    out.put(codeOf(known), width());
    if (next < room) table.set(longer, next);
    next += 1;
    if (next >= room && whenFull !== 'go on') {
      out.put(256, width());
      table = new Map();
      next = 258;
    }
    known = String.fromCharCode(byte);
  }
  if (known !== '') {
    out.put(codeOf(known), width());
    next += 1;
  }
  out.put(257, width());
  return out.bytes();
}

export class BitWriter {
  #bits = '';
  readonly #bytes: number[] = [];

  put(value: number, width: number): void {
    this.#bits += value.toString(2).padStart(width, '0');
    while (this.#bits.length >= 8) {
      this.#bytes.push(Number.parseInt(this.#bits.slice(0, 8), 2));
      this.#bits = this.#bits.slice(8);
    }
  }

  bytes(): Uint8Array {
    const rest = this.#bits === '' ? [] : [Number.parseInt(this.#bits.padEnd(8, '0'), 2)];
    return Uint8Array.from([...this.#bytes, ...rest]);
  }
}
