/** All that comes through standard input. */
export async function readStandardInput(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

/** Resolves when all of it was taken. @throws when whoever reads has gone */
export function writeStandardOutput(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', reject);
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
