/** Ends the decoding where it is; what was unpacked until then counts. */
export class BrotliError extends Error {
  readonly reason: 'damaged' | 'too-large';

  constructor(reason: 'damaged' | 'too-large') {
    super(reason);
    this.name = 'BrotliStop';
    this.reason = reason;
  }
}
