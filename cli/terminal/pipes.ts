/** All that comes through standard input. */
export async function readStandardInput(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** Writes one piece behind the other; resolves when all of them were taken. @throws when whoever reads has gone */
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
