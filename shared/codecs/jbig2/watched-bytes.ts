/**
 * Maximum reads of one byte, and of all bytes beyond the end together: the arithmetic decoder reads each two
 * or three times, and a few more at the marker that ends its data.
 */
const MAX_READS = 64;

/**
 * Wraps bytes for a decoder that continues past the end of its data for as long as a header demands, possibly
 * for days: it must read bytes then, and excessive reads of one byte stop it. Supports access by index only.
 * @throws RangeError at that read
 */
export function watchedBytes(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const reads = new Uint8Array(length + 1);
  return new Proxy(bytes, {
    get(_target, name) {
      const at = Number(name);
      // `length` and other properties.
      if (Number.isNaN(at)) return Reflect.get(bytes, name, bytes);
      const place = Math.min(at, length);
      if (reads[place] >= MAX_READS) throw new RangeError('read past the end of the data');
      reads[place] += 1;
      return bytes[at];
    },
  });
}
