/** Returns the distinct buffers of all byte arrays in plain data, for transfer. */
export function transferablesOf(data: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  mapBytes(data, (bytes) => {
    if (bytes.buffer instanceof ArrayBuffer) found.add(bytes.buffer);
    return bytes;
  });
  return [...found];
}

/** Returns the same plain data with changed byte arrays. */
export function mapBytes<Data>(data: Data, change: (bytes: Uint8Array) => Uint8Array): Data {
  // The casts: each branch returns the shape of its input.
  if (data instanceof Uint8Array) return change(data) as Data;
  if (Array.isArray(data)) return data.map((item) => mapBytes(item, change)) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([name, value]) => [name, mapBytes(value, change)]);
  return Object.fromEntries(entries) as Data;
}

/** Copies plain data into buffers of its own. A message would otherwise carry all of a view's buffer. */
export function ownCopy<Data>(data: Data): Data {
  return mapBytes(data, copyOf);
}

/** Not `slice`, which returns a view for Node's Buffer. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
