/** The MQ encoder of T.88, annex E, and the integers of annex A; step by step as in the flowcharts. */

/** Table E.1: Qe, next index after the more and after the less probable symbol, and whether the sense switches. */
const STATES = `
  5601 1 1 1, 3401 2 6 0, 1801 3 9 0, 0AC1 4 12 0, 0521 5 29 0, 0221 38 33 0, 5601 7 6 1, 5401 8 14 0,
  4801 9 14 0, 3801 10 14 0, 3001 11 17 0, 2401 12 18 0, 1C01 13 20 0, 1601 29 21 0, 5601 15 14 1,
  5401 16 14 0, 5101 17 15 0, 4801 18 16 0, 3801 19 17 0, 3401 20 18 0, 3001 21 19 0, 2801 22 19 0,
  2401 23 20 0, 2201 24 21 0, 1C01 25 22 0, 1801 26 23 0, 1601 27 24 0, 1401 28 25 0, 1201 29 26 0,
  1101 30 27 0, 0AC1 31 28 0, 09C1 32 29 0, 08A1 33 30 0, 0521 34 31 0, 0441 35 32 0, 02A1 36 33 0,
  0221 37 34 0, 0141 38 35 0, 0111 39 36 0, 0085 40 37 0, 0049 41 38 0, 0025 42 39 0, 0015 43 40 0,
  0009 44 41 0, 0005 45 42 0, 0001 45 43 0, 5601 46 46 0`
  .split(',')
  .map((row) => row.trim().split(' '))
  .map(([qe, mps, lps, switches]) => ({
    qe: Number.parseInt(qe!, 16),
    mps: Number(mps),
    lps: Number(lps),
    switches: Number(switches),
  }));

interface Context {
  state: number;
  mps: number;
}

export class MqEncoder {
  /** Forgets the contexts of all procedures but these. */
  forgetExcept(...procedures: readonly string[]): void {
    for (const name of this.#contexts.keys()) if (!procedures.includes(name)) this.#contexts.delete(name);
  }

  /** Keyed by procedure, such as `GB`, and then by label. */
  readonly #contexts = new Map<string, Map<number, Context>>();
  /** The byte before the first is never output. */
  #bytes = [0];
  #a = 0x8000;
  #c = 0;
  #ct = 12;

  /** E.2.2 to E.2.5. */
  bit(procedure: string, label: number, bit: number): void {
    const context = this.#context(procedure, label);
    const { qe, mps, lps, switches } = STATES[context.state]!;
    this.#a -= qe;
    if (bit === context.mps) {
      if (this.#a & 0x8000) {
        this.#c += qe;
        return;
      }
      if (this.#a < qe) this.#a = qe;
      else this.#c += qe;
      context.state = mps;
    } else {
      if (this.#a < qe) this.#c += qe;
      else this.#a = qe;
      if (switches === 1) context.mps ^= 1;
      context.state = lps;
    }
    do this.#shift();
    while ((this.#a & 0x8000) === 0);
  }

  /** A.2; undefined is out-of-band. */
  integer(procedure: string, value: number | undefined): void {
    let previous = 1;
    const put = (bits: string) => {
      for (const digit of bits) {
        this.bit(procedure, previous, Number(digit));
        const longer = (previous << 1) | Number(digit);
        previous = previous < 256 ? longer : (longer & 511) | 256;
      }
    };
    put(value === undefined || value < 0 ? '1' : '0');
    const size = Math.abs(value ?? 0);
    const [prefix, first, width] = RANGES.findLast(([, from]) => size >= from)!;
    put(prefix + (size - first).toString(2).padStart(width, '0'));
  }

  /** A.3 */
  symbolId(id: number, codeLength: number): void {
    let previous = 1;
    for (let at = codeLength - 1; at >= 0; at -= 1) {
      const bit = (id >> at) & 1;
      this.bit('IAID', previous, bit);
      previous = (previous << 1) | bit;
    }
  }

  /** E.2.9. Further coding restarts (E.2.8), with the current contexts. */
  finish(): Uint8Array {
    const most = this.#c + this.#a;
    this.#c |= 0xffff;
    if (this.#c >= most) this.#c -= 0x8000;
    this.#c *= 2 ** this.#ct;
    this.#byteOut();
    this.#c *= 2 ** this.#ct;
    this.#byteOut();
    if (this.#bytes.at(-1) !== 0xff) this.#bytes.push(0xff);
    const coded = Uint8Array.from([...this.#bytes.slice(1), 0xac]);
    this.#bytes = [0];
    this.#a = 0x8000;
    this.#c = 0;
    this.#ct = 12;
    return coded;
  }

  #context(procedure: string, label: number): Context {
    const ofProcedure = this.#contexts.get(procedure) ?? new Map<number, Context>();
    this.#contexts.set(procedure, ofProcedure);
    const known = ofProcedure.get(label) ?? { state: 0, mps: 0 };
    ofProcedure.set(label, known);
    return known;
  }

  #shift(): void {
    this.#a <<= 1;
    this.#c *= 2;
    this.#ct -= 1;
    if (this.#ct === 0) this.#byteOut();
  }

  /** E.2.7 */
  #byteOut(): void {
    const last = this.#bytes.length - 1;
    if (this.#bytes[last] !== 0xff && this.#c >= 0x8000000) {
      this.#bytes[last]! += 1;
      this.#c -= 0x8000000;
    }
    const stuffs = this.#bytes[last] === 0xff;
    const kept = stuffs ? 20 : 19;
    this.#bytes.push(Math.floor(this.#c / 2 ** kept));
    this.#c %= 2 ** kept;
    this.#ct = stuffs ? 7 : 8;
  }
}

/** Table A.1: prefix, first size and extra bits. */
const RANGES: readonly (readonly [prefix: string, first: number, width: number])[] = [
  ['0', 0, 2],
  ['10', 4, 4],
  ['110', 20, 6],
  ['1110', 84, 8],
  ['11110', 340, 12],
  ['11111', 4436, 32],
];
