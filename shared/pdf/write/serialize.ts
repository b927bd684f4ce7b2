/** Serializes objects with as few bytes as the syntax allows (ISO 32000-2, 7.2.3: delimiters need no blanks). */

import { isRegular } from '../bytes.ts';
import {
  arrayItems,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '../objects.ts';
import type { ByteSink } from './byte-sink.ts';

/** Decisions of the writer: new object numbers, and replaced strings. */
export interface SerializeRules {
  /** Returns the new number of a reference; undefined for a dangling one, which is null (7.3.10). */
  readonly numberOf: (ref: PDFRef) => number | undefined;
  /** Returns the object that is written in the place of a reference, if any. */
  readonly directOf?: (ref: PDFRef) => PDFObject | undefined;
  /** Replaces a string, e.g. by its encryption. */
  readonly string?: (string: PDFString | PDFHexString) => PDFString | PDFHexString;
}

const LENGTH = key('Length');

/** Writes `object`; streams are up to the file writer. */
export function serialize(object: PDFObject, sink: ByteSink, rules: SerializeRules): void {
  new Serializer(sink, rules).value(object);
}

/** Writes a stream dictionary with the actual `/Length`. */
export function serializeStreamDict(
  dict: PDFDict,
  length: number,
  sink: ByteSink,
  rules: SerializeRules,
): void {
  new Serializer(sink, rules).dict(dict, length);
}

class Serializer {
  readonly #sink: ByteSink;
  readonly #rules: SerializeRules;
  /** True if the last token ends in a regular character, so that another one needs a blank before it. */
  #needsBlank = false;

  constructor(sink: ByteSink, rules: SerializeRules) {
    this.#sink = sink;
    this.#rules = rules;
  }

  value(object: PDFObject): void {
    if (object instanceof PDFRef) {
      const direct = this.#rules.directOf?.(object);
      const number = this.#rules.numberOf(object);
      if (direct !== undefined) this.value(direct);
      else if (number === undefined) this.#token('null');
      else this.#reference(number);
    } else if (object instanceof PDFDict) this.dict(object);
    else if (object instanceof PDFArray) {
      this.#delimiter('[');
      for (const item of arrayItems(object)) this.value(item);
      this.#delimiter(']');
    } else if (object instanceof PDFString || object instanceof PDFHexString) {
      this.#delimiter((this.#rules.string?.(object) ?? object).toString());
    } else if (object instanceof PDFNumber) this.#number(object.asNumber());
    else this.#token(object.toString());
  }

  dict(dict: PDFDict, streamLength?: number): void {
    this.#delimiter('<<');
    for (const [name, value] of dictEntries(dict)) {
      if (streamLength !== undefined && name === LENGTH) continue;
      // A null entry equals an absent one (7.3.7).
      if (value === PDFNull) continue;
      if (value instanceof PDFRef && this.#rules.directOf?.(value) === undefined) {
        const number = this.#rules.numberOf(value);
        if (number === undefined) continue;
        this.#token(name.toString());
        this.#reference(number);
        continue;
      }
      this.#token(name.toString());
      this.value(value);
    }
    if (streamLength !== undefined) this.#token(`/Length ${streamLength}`);
    this.#delimiter('>>');
  }

  #number(value: number): void {
    if (Number.isSafeInteger(value) && value >= 0) this.#integer(value);
    else this.#token(decimal(value));
  }

  #reference(number: number): void {
    this.#integer(number);
    this.#sink.text(' 0 R');
  }

  #integer(value: number): void {
    if (this.#needsBlank) this.#sink.byte(32);
    this.#sink.integer(value);
    this.#needsBlank = true;
  }

  /** Writes text that is, or ends in, a delimiter. */
  #delimiter(text: string): void {
    this.#sink.text(text);
    this.#needsBlank = false;
  }

  #token(text: string): void {
    if (this.#needsBlank && isRegular(text.charCodeAt(0))) this.#sink.byte(32);
    this.#sink.text(text);
    // "/" alone, the empty name, also needs a blank.
    this.#needsBlank = true;
  }
}

/**
 * Formats the exact number without an exponent, which PDF does not have (7.3.3); pdf-lib's text loses the
 * last digits.
 */
function decimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (parts === null) return text;
  const [, sign, whole, fraction = '', power] = parts;
  const exponent = Number(power);
  return exponent < 0
    ? `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction}${'0'.repeat(exponent - fraction.length)}`;
}
