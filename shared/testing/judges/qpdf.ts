import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Judge } from './judge.ts';

/**
 * `qpdf --check`: structure and every stream that it can decode. Complaints that apply to the input too do
 * not count.
 */
export const QPDF: Judge = {
  name: 'qpdf',
  async disagreement(input, output, password) {
    const complaints = await complaintsOf(output, password);
    if (complaints.length === 0) return null;
    const known = new Set((await complaintsOf(input, password)).map(withoutNumbers));
    return complaints.find((complaint) => !known.has(withoutNumbers(complaint))) ?? null;
  },
};

/** Against hangs; a file of 100 MB takes some seconds. */
const MAX_MS = 120_000;
/** In memory if the system supports it. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

async function complaintsOf(file: Uint8Array, password: string): Promise<readonly string[]> {
  const output = await checked(file, password);
  return output
    .split('\n')
    .filter((line) => /^(WARNING|ERROR|qpdf):? /.test(line) && !line.includes('operation succeeded'))
    .map((line) => line.replaceAll('/dev/fd/3', '').replace(/^(WARNING|ERROR|qpdf):[\s:]*/, ''));
}

/** The file is unlinked before qpdf reads it, so that nothing of a document remains. */
function checked(file: Uint8Array, password: string): Promise<string> {
  const path = join(FOLDER, `pagelight-${randomUUID()}`);
  const handle = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  for (let at = 0; at < file.length; ) at += writeSync(handle, file, at);
  return new Promise<string>((resolve) => {
    const args = ['--check', `--password=${password}`, '/dev/fd/3'];
    const child = spawn('qpdf', args, { stdio: ['ignore', 'pipe', 'pipe', handle], timeout: MAX_MS });
    let output = '';
    const hear = (text: string) => {
      output += text;
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.on('error', (error) => resolve(`ERROR: ${error.message}`));
    child.on('close', (_, signal) =>
      resolve(signal === null ? output : `${output}\nERROR: ended by ${signal}`),
    );
  }).finally(() => closeSync(handle));
}

/** Object numbers and offsets differ in the output. */
function withoutNumbers(complaint: string): string {
  return complaint.replace(/\d+/g, '#').replace(/^\(.*?\): /, '');
}
