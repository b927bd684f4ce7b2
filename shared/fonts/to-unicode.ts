import { latin1 } from '../pdf/bytes.ts';

/** More entries than this say nothing about a font whose codes are one byte. */
const MAX_BYTES = 1 << 20;

/**
 * The first character of what a ToUnicode CMap says of each one-byte code (ISO 32000-2, 9.10.3). Only as exact as is
 * needed to know which glyphs a reader may look up: what is not understood is left out.
 */
export function readToUnicode(bytes: Uint8Array): ReadonlyMap<number, number> {
  const text = latin1(bytes, 0, Math.min(bytes.length, MAX_BYTES));
  const characters = new Map<number, number>();
  for (const [, body] of text.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, target] of body!.matchAll(/<\s*([0-9A-Fa-f]+)\s*>\s*<\s*([0-9A-Fa-f]*)[^>]*>/g)) {
      set(characters, hex(code), firstCharacter(target));
    }
  }
  for (const [, body] of text.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    const ranges = body!.matchAll(
      /<\s*([0-9A-Fa-f]+)\s*>\s*<\s*([0-9A-Fa-f]+)\s*>\s*(?:<\s*([0-9A-Fa-f]*)[^>]*>|\[([^\]]*)\])/g,
    );
    for (const [, from, to, target, list] of ranges) {
      const targets = list?.match(/<[^>]*>/g)?.map((item) => firstCharacter(item.slice(1, -1))) ?? null;
      for (let code = hex(from); code <= Math.min(hex(to), 0xff); code++) {
        const offset = code - hex(from);
        set(characters, code, targets === null ? firstCharacter(target) + offset : (targets[offset] ?? 0));
      }
    }
  }
  return characters;
}

function set(characters: Map<number, number>, code: number, character: number): void {
  if (code <= 0xff && character > 0) characters.set(code, character);
}

function hex(digits: string | undefined): number {
  return Number.parseInt(digits ?? '', 16);
}

/** Of UTF-16BE in hexadecimal; 0 for none. A pair of surrogates stands beyond what such fonts map. */
function firstCharacter(digits: string | undefined): number {
  const text = (digits ?? '').replace(/\s/g, '');
  return text.length === 0 ? 0 : hex(text.slice(0, 4)) || 0;
}
