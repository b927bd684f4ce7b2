import { Pieces } from '../byte-source.ts';
import { ByteSink } from './byte-sink.ts';

/**
 * Data of at least this size is a piece of its own; smaller data is copied, or there would be a piece for
 * every object.
 */
const OWN_PIECE_BYTES = 64 * 1024;
/** Maximum size of a piece of gathered small data. */
const GATHERED_BYTES = 1024 * 1024;

/** Collects a file in pieces. Large data is not copied, so that unchanged parts of the input are in memory once. */
export class PieceSink {
  readonly #pieces: Uint8Array[] = [];
  readonly #gathered = new ByteSink(OWN_PIECE_BYTES);
  /** Bytes of finished pieces. */
  #bytes = 0;

  get length(): number {
    return this.#bytes + this.#gathered.length;
  }

  /** @param fill writes small data */
  write(fill: (sink: ByteSink) => void): void {
    fill(this.#gathered);
    if (this.#gathered.length >= GATHERED_BYTES) this.#cut();
  }

  /** @param data must not change afterwards */
  add(data: Uint8Array): void {
    if (data.length < OWN_PIECE_BYTES) {
      this.write((sink) => sink.bytes(data));
      return;
    }
    this.#cut();
    this.#put(data);
  }

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
