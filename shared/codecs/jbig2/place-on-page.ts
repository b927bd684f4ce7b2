/** Position of a bitmap on a larger page, in pixels. */
export interface PageFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

const PAGE_INFORMATION = 48;
/** Text and generic regions, as written by `encodeJbig2`. */
const REGIONS: ReadonlySet<number> = new Set([6, 38]);
/** Number, flags (7.2.2, 7.2.3). */
const FLAGS_AT = 4;
const REFERRED_AT = 5;

/**
 * Places the stream of a bitmap on a larger white page (ITU-T T.88, 7.4.1 and 7.4.8.1): no more pixels to
 * decode, and the image has the page's size.
 */
export function placedOnPage(
  stream: Uint8Array,
  { width, height, left, top }: PageFrame,
): Uint8Array<ArrayBuffer> {
  const out = stream.slice();
  const view = new DataView(out.buffer);
  let at = 0;
  while (at < out.length) {
    const type = out[at + FLAGS_AT]! & 0x3f;
    const referred = out[at + REFERRED_AT]! >> 5;
    // One byte for each segment that it refers to, and one for its page.
    const lengthAt = at + REFERRED_AT + 1 + referred + 1;
    const data = lengthAt + 4;
    if (type === PAGE_INFORMATION) {
      view.setUint32(data, width);
      view.setUint32(data + 4, height);
    } else if (REGIONS.has(type)) {
      view.setUint32(data + 8, view.getUint32(data + 8) + left);
      view.setUint32(data + 12, view.getUint32(data + 12) + top);
    }
    at = data + view.getUint32(lengthAt);
  }
  return out;
}
