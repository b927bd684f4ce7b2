import { Pieces } from '../byte-source.ts';
import { ByteSink } from './byte-sink.ts';

/** From here on data is passed on as it is; what is smaller is copied, or there would be a piece for every object. */
const OWN_PIECE_BYTES = 64 * 1024;
/** Small things are put together up to here. */
const GATHERED_BYTES = 1024 * 1024;

/** Collects a file in pieces: nothing large is copied, so that what stays of the input is in memory once. */
export class PieceSink {
  readonly #pieces: Uint8Array[] = [];
  readonly #gathered = new ByteSink(OWN_PIECE_BYTES);
  /** Of the pieces that are done. */
  #bytes = 0;

  get length(): number {
    return this.#bytes + this.#gathered.length;
  }

  /** @param fill writes something small */
  write(fill: (sink: ByteSink) => void): void {
    fill(this.#gathered);
    if (this.#gathered.length >= GATHERED_BYTES) this.#cut();
  }

  /** @param data must stay as it is */
  add(data: Uint8Array): void {
    if (data.length < OWN_PIECE_BYTES) {
      this.write((sink) => sink.bytes(data));
      return;
    }
    this.#cut();
    this.#put(data);
  }

  /** All that was written. */
  pieces(): Pieces {
    this.#cut();
    return new Pieces(this.#pieces.slice());
  }

  #cut(): void {
    if (this.#gathered.length === 0) return;
    this.#put(this.#gathered.view().slice());
    this.#gathered.clear();
  }

  #put(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }
}
