import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Against hangs; a file of 100 MB takes some seconds. */
const MAX_MS = 120_000;
/** In memory if the system supports it. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** Path at which the program finds the file. */
export const FILE_PATH = '/dev/fd/3';

export interface ProgramOutput {
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Why it did not end by itself; null if it did. */
  readonly failure: string | null;
}

/** Runs a program on a file that is unlinked before it is read, so that nothing of a document remains. */
export function runOnFile(
  program: string,
  args: readonly string[],
  file: Uint8Array,
): Promise<ProgramOutput> {
  const path = join(FOLDER, `pagelight-${randomUUID()}`);
  const handle = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  for (let at = 0; at < file.length; ) at += writeSync(handle, file, at);
  return new Promise<ProgramOutput>((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', handle], timeout: MAX_MS });
    const parts: Buffer[] = [];
    let stderr = '';
    const end = (failure: string | null) => resolve({ stdout: Buffer.concat(parts), stderr, failure });
    child.stdout?.on('data', (part: Buffer) => parts.push(part));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (error) => end(error.message));
    child.on('close', (_, signal) => end(signal === null ? null : `ended by ${signal}`));
  }).finally(() => closeSync(handle));
}
