import { unlessAborted } from '../files/unless-aborted.ts';

/** Reads all of standard input. @throws the signal's reason */
export async function readStandardInput(signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  const reading = (async () => {
    for await (const part of process.stdin) parts.push(part);
  })();
  try {
    await unlessAborted(reading, signal);
  } catch (thrown) {
    // Unread input must not keep the process alive.
    process.stdin.destroy();
    reading.catch(() => {});
    throw thrown;
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts.splice(0)) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Writes the pieces in order; resolves when all are written. @throws if the reader has closed the pipe */
export function writeStandardOutput(pieces: readonly Uint8Array[]): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', reject);
    const writeNext = (index: number) => {
      if (index === pieces.length) return resolve();
      process.stdout.write(pieces[index]!, (error) => (error ? reject(error) : writeNext(index + 1)));
    };
    writeNext(0);
  });
}
