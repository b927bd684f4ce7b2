import { OutboundRefused } from './outbound-refused.ts';

/** How much of a remote's body is read. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Called with the size of each piece; false ends the request: there is no memory for it now. */
  readonly grow?: (bytes: number) => boolean;
}

/** Headers of a response that say what its body is. */
export interface BodyHeaders {
  readonly length: string | null | undefined;
  readonly encoding: string | null | undefined;
}

/** Counts received bytes rather than announced ones. Refuses a compressed body, which could decompress to any size. */
export async function wholeBody(
  body: AsyncIterable<Uint8Array>,
  { length: announcedLength, encoding }: BodyHeaders,
  { maxBytes, grow = () => true }: BodyLimits,
): Promise<Buffer<ArrayBuffer>> {
  const announced = announcedLength == null ? undefined : Number(announcedLength);
  if ((announced ?? 0) > maxBytes) throw new OutboundRefused('too_large');
  if ((encoding ?? 'identity').toLowerCase() !== 'identity') throw new OutboundRefused('encoded');
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) throw new OutboundRefused('too_large');
    if (!grow(piece.length)) throw new OutboundRefused('no_room');
    pieces.push(piece);
  }
  if (announced !== undefined && length !== announced) throw new OutboundRefused('cut_short');
  return Buffer.concat(pieces, length);
}
