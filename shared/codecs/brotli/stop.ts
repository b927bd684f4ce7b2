/** Stops decoding; the bytes decoded so far are kept. */
export class BrotliError extends Error {
  readonly reason: 'damaged' | 'too-large';

  constructor(reason: 'damaged' | 'too-large') {
    super(reason);
    this.name = 'BrotliStop';
    this.reason = reason;
  }
}
