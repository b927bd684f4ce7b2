/** Parses a line that this program wrote; null if it is no object, such as a line that a killed process left half. */
export function parsedRecord(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const NEWLINE = 0x0a;

/** Lines of a file, which may be longer than a string. */
export function* linesOf(bytes: Buffer): Generator<string> {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
  if (start < bytes.length) yield bytes.toString('utf8', start);
}
