import { writeCharset } from '../../fonts/cff/charset.ts';
import { type DictEntry, dictEntry } from '../../fonts/cff/dict.ts';
import { writeCff } from '../../fonts/cff/write.ts';
import { fromLatin1 } from '../../pdf/bytes.ts';
import { type2CharString } from './charstrings.ts';

export interface CffSource {
  readonly glyphs: readonly string[];
  /** SIDs or CIDs after .notdef; by default from 1 on. */
  readonly charset?: readonly number[];
  readonly encoding?: Uint8Array | number;
  readonly strings?: readonly string[];
  readonly top?: readonly DictEntry[];
  readonly private?: readonly DictEntry[];
  readonly globalSubrs?: readonly string[];
  readonly subrs?: readonly string[];
  /** For `cidFont`; by default in format 0. */
  readonly fdSelect?: Uint8Array;
}

/** A name-keyed CFF program. */
export function cffFont(source: CffSource): Uint8Array {
  return writeCff({
    name: fromLatin1('Small'),
    top: source.top ?? [],
    strings: (source.strings ?? []).map(fromLatin1),
    globalSubrs: charStrings(source.globalSubrs),
    charStrings: charStrings(source.glyphs),
    charset: charsetOf(source),
    encoding: source.encoding ?? 0,
    parts: [{ dict: [], private: source.private ?? [], subrs: charStrings(source.subrs) }],
    fdSelect: null,
  });
}

const ROS = 1230;
const FONT_NAME = 1238;

/** A CID-keyed program with two font DICTs, one for each half of the glyphs. */
export function cidFont(source: CffSource): Uint8Array {
  const half = Math.ceil(source.glyphs.length / 2);
  const part = { dict: [dictEntry(FONT_NAME, [391])], private: source.private ?? [] };
  return writeCff({
    name: fromLatin1('Small'),
    top: [dictEntry(ROS, [392, 393, 0]), ...(source.top ?? [])],
    strings: ['Part', 'Adobe', 'Identity', ...(source.strings ?? [])].map(fromLatin1),
    globalSubrs: charStrings(source.globalSubrs),
    charStrings: charStrings(source.glyphs),
    charset: charsetOf(source),
    encoding: null,
    parts: [
      { ...part, subrs: charStrings(source.subrs) },
      { ...part, subrs: charStrings(source.subrs) },
    ],
    fdSelect: source.fdSelect ?? Uint8Array.of(0, ...source.glyphs.map((_, glyph) => (glyph < half ? 0 : 1))),
  });
}

function charsetOf({ charset, glyphs }: CffSource): Uint8Array {
  return writeCharset([0, ...(charset ?? glyphs.slice(1).map((_, index) => index + 1))]);
}

function charStrings(texts: readonly string[] = []): Uint8Array[] {
  return texts.map((text) => type2CharString(text));
}
