/** Table E.1 of T.88, state by state: Qe, next state after a more and a less probable bit, and SWITCH. */
const TABLE = `
  0x5601,1,1,1 0x3401,2,6,0 0x1801,3,9,0 0x0ac1,4,12,0 0x0521,5,29,0 0x0221,38,33,0 0x5601,7,6,1
  0x5401,8,14,0 0x4801,9,14,0 0x3801,10,14,0 0x3001,11,17,0 0x2401,12,18,0 0x1c01,13,20,0
  0x1601,29,21,0 0x5601,15,14,1 0x5401,16,14,0 0x5101,17,15,0 0x4801,18,16,0 0x3801,19,17,0
  0x3401,20,18,0 0x3001,21,19,0 0x2801,22,19,0 0x2401,23,20,0 0x2201,24,21,0 0x1c01,25,22,0
  0x1801,26,23,0 0x1601,27,24,0 0x1401,28,25,0 0x1201,29,26,0 0x1101,30,27,0 0x0ac1,31,28,0
  0x09c1,32,29,0 0x08a1,33,30,0 0x0521,34,31,0 0x0441,35,32,0 0x02a1,36,33,0 0x0221,37,34,0
  0x0141,38,35,0 0x0111,39,36,0 0x0085,40,37,0 0x0049,41,38,0 0x0025,42,39,0 0x0015,43,40,0
  0x0009,44,41,0 0x0005,45,42,0 0x0001,45,43,0 0x5601,46,46,0
`;

const STATES = TABLE.trim()
  .split(/\s+/)
  .map((row) => {
    const [qe, nmps, nlps, switches] = row.split(',').map(Number);
    return { qe, nmps, nlps, switches: switches === 1 };
  });

/** The arithmetic encoder of T.88, annex E, exactly as in its flow charts: nothing is combined. */
export class PlainMqEncoder {
  readonly #contexts = new Map<number, { state: number; mps: number }>();
  /** B is the last of these; the one before the first byte is dropped in the end (INITENC, E.2.2). */
  readonly #bytes = [0];
  #a = 0x8000;
  #c = 0;
  #ct = 12;

  /** ENCODE (figure E.3). */
  encode(cx: number, bit: number): void {
    const context = this.#contexts.get(cx) ?? { state: 0, mps: 0 };
    this.#contexts.set(cx, context);
    const { qe, nmps, nlps, switches } = STATES[context.state]!;
    this.#a -= qe!;
    if (bit === context.mps) {
      // CODEMPS (figure E.7).
      if ((this.#a & 0x8000) !== 0) {
        this.#c += qe!;
        return;
      }
      if (this.#a < qe!) this.#a = qe!;
      else this.#c += qe!;
      context.state = nmps!;
    } else {
      // CODELPS (figure E.6).
      if (this.#a < qe!) this.#c += qe!;
      else this.#a = qe!;
      if (switches) context.mps = 1 - context.mps;
      context.state = nlps!;
    }
    this.#renorme();
  }

  /** FLUSH (figure E.11), which ends in FF AC. */
  finish(): Uint8Array {
    const top = this.#c + this.#a;
    this.#c |= 0xffff;
    if (this.#c >= top) this.#c -= 0x8000;
    for (let byte = 0; byte < 2; byte += 1) {
      this.#c *= 2 ** this.#ct;
      this.#byteOut();
    }
    if (this.#bytes.at(-1) !== 0xff) this.#bytes.push(0xff);
    this.#bytes.push(0xac);
    return Uint8Array.from(this.#bytes.slice(1));
  }

  /** RENORME (figure E.8). */
  #renorme(): void {
    do {
      this.#a *= 2;
      this.#c *= 2;
      this.#ct -= 1;
      if (this.#ct === 0) this.#byteOut();
    } while ((this.#a & 0x8000) === 0);
  }

  /** BYTEOUT (figure E.9). */
  #byteOut(): void {
    const last = this.#bytes.length - 1;
    if (this.#bytes[last] !== 0xff && this.#c >= 0x8000000) {
      this.#bytes[last]! += 1;
      if (this.#bytes[last] === 0xff) this.#c %= 0x8000000;
    }
    if (this.#bytes[last] === 0xff) {
      this.#bytes.push(Math.floor(this.#c / 2 ** 20) & 0xff);
      this.#c %= 2 ** 20;
      this.#ct = 7;
    } else {
      this.#bytes.push(Math.floor(this.#c / 2 ** 19) & 0xff);
      this.#c %= 2 ** 19;
      this.#ct = 8;
    }
  }
}
