/** Compares everything around the glyphs of CFF programs: dictionaries, names, codes. */
import { sameBytes } from '../../pdf/bytes.ts';
import { type Dict, PRIVATE, TOP_PLACES } from './dict.ts';
import { sameNumbers } from './glyph.ts';
import type { CffFont } from './read.ts';
import { refuse } from './refused-face.ts';

/** The only entry of a private dictionary that is an offset. */
const PRIVATE_PLACES: ReadonlySet<number> = new Set([PRIVATE.subrs]);

/** Refuses as `not-equal` if anything but charstrings and subroutines differs. */
export function proveSameFrame(before: CffFont, after: CffFont): void {
  const same =
    sameTop(before, after) &&
    before.charStrings.length === after.charStrings.length &&
    sameNumbers(before.charset.ids, after.charset.ids) &&
    sameEncoding(before, after) &&
    sameParts(before.parts, after.parts) &&
    (before.fdSelect === null
      ? after.fdSelect === null
      : after.fdSelect !== null && sameBytes(before.fdSelect.parts, after.fdSelect.parts));
  if (!same) refuse('not-equal', 'dictionaries, names or codes');
}

/** Compares name, Top DICT and strings, without offsets. */
export function sameTop(before: CffFont, after: CffFont): boolean {
  return (
    sameBytes(before.name, after.name) &&
    sameDict(before.top, after.top, TOP_PLACES) &&
    before.strings.length === after.strings.length &&
    before.strings.every((text, index) => sameBytes(text, after.strings[index]!))
  );
}

export function sameParts(before: CffFont['parts'], after: CffFont['parts']): boolean {
  return (
    before.length === after.length &&
    before.every(
      (part, index) =>
        sameDict(part.dict, after[index]!.dict, TOP_PLACES) &&
        sameDict(part.private, after[index]!.private, PRIVATE_PLACES),
    )
  );
}

function sameDict(before: Dict, after: Dict, places: ReadonlySet<number>): boolean {
  const said = (dict: Dict) => dict.filter(({ operator }) => !places.has(operator));
  const [one, other] = [said(before), said(after)];
  return (
    one.length === other.length && one.every(({ bytes }, index) => sameBytes(bytes, other[index]!.bytes))
  );
}

function sameEncoding({ named: before }: CffFont, { named: after }: CffFont): boolean {
  if (before === null || after === null) return before === after;
  const [one, other] = [before.encoding.data, after.encoding.data];
  return typeof one === 'number' || typeof other === 'number' ? one === other : sameBytes(one, other);
}
