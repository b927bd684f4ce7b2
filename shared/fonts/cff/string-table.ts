import { STANDARD_STRINGS } from './standard-strings.ts';

/** Strings of a font by SID: the standard ones, and behind them its own (Technical Note #5176, 10). */
export class StringTable {
  readonly strings: Uint8Array[] = [];
  readonly #sids = new Map(STANDARD_STRINGS.map((text, sid) => [text, sid]));

  sid(bytes: Uint8Array): number {
    const text = String.fromCharCode(...bytes);
    const known = this.#sids.get(text);
    if (known !== undefined) return known;
    const sid = STANDARD_STRINGS.length + this.strings.length;
    this.strings.push(bytes);
    this.#sids.set(text, sid);
    return sid;
  }
}
