/** Bits in order, most significant first. */
export class Bits {
  #text = '';

  put(value: number, width: number): void {
    if (width > 0) this.#text += value.toString(2).padStart(width, '0');
  }

  code(digits: string): void {
    this.#text += digits;
  }

  align(): void {
    this.#text = this.#text.padEnd(Math.ceil(this.#text.length / 8) * 8, '0');
  }

  /** Appends whole bytes after alignment. */
  bytes(bytes: Iterable<number>): void {
    this.align();
    for (const byte of bytes) this.put(byte, 8);
  }

  finish(): Uint8Array {
    this.align();
    return Uint8Array.from(this.#text.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  }
}

export function uint16(value: number): number[] {
  return [(value >> 8) & 255, value & 255];
}

/** Also for a negative number, as two's complement. */
export function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
