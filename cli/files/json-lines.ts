/** Parses a line that this program wrote; null if it is no object, such as a line that a killed process left half. */
export function parsedRecord(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
