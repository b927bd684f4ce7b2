/** The buffers under all byte arrays in plain data, each once: what a message can hand over instead of copying. */
export function transferablesOf(data: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  mapBytes(data, (bytes) => {
    if (bytes.buffer instanceof ArrayBuffer) found.add(bytes.buffer);
    return bytes;
  });
  return [...found];
}

/** The same plain data with other byte arrays. */
export function mapBytes<Data>(data: Data, change: (bytes: Uint8Array) => Uint8Array): Data {
  // The casts: each branch gives back what it got, with byte arrays for byte arrays.
  if (data instanceof Uint8Array) return change(data) as Data;
  if (Array.isArray(data)) return data.map((item) => mapBytes(item, change)) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([name, value]) => [name, mapBytes(value, change)]);
  return Object.fromEntries(entries) as Data;
}

/** The same plain data over memory of its own. A message would else carry all that a view's buffer holds besides. */
export function ownCopy<Data>(data: Data): Data {
  return mapBytes(data, copyOf);
}

/** Not `slice`, which gives a view where the bytes are Node's Buffer. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
