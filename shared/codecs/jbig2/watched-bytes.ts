/**
 * Times that one byte may be read, and all beyond the end together: the arithmetic decoder looks at each two or three
 * times, and a few more at the marker that ends its data.
 */
const MAX_READS = 64;

/**
 * The bytes for a decoder that goes on past the end of its data for as long as some header promises, which may be days:
 * it has to look at bytes then, and a byte that is read without end ends it. Only to be read by index.
 *
 * @throws RangeError at that read
 */
export function watchedBytes(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const reads = new Uint8Array(length + 1);
  return new Proxy(bytes, {
    get(_target, name) {
      const at = Number(name);
      // `length` and the like.
      if (Number.isNaN(at)) return Reflect.get(bytes, name, bytes);
      const place = Math.min(at, length);
      if (reads[place] >= MAX_READS) throw new RangeError('read past the end of the data');
      reads[place] += 1;
      return bytes[at];
    },
  });
}
