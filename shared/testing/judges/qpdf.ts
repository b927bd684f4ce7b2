import type { Judge } from './judge.ts';
import { FILE_PATH, runOnFile } from './program.ts';

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

async function complaintsOf(file: Uint8Array, password: string): Promise<readonly string[]> {
  const output = await checked(file, password);
  return output
    .split('\n')
    .filter((line) => /^(WARNING|ERROR|qpdf):? /.test(line) && !line.includes('operation succeeded'))
    .map((line) => line.replaceAll(FILE_PATH, '').replace(/^(WARNING|ERROR|qpdf):[\s:]*/, ''));
}

async function checked(file: Uint8Array, password: string): Promise<string> {
  const args = ['--check', `--password=${password}`, FILE_PATH];
  const { stdout, stderr, failure } = await runOnFile('qpdf', args, file);
  const said = `${stdout.toString()}\n${stderr}`;
  return failure === null ? said : `${said}\nERROR: ${failure}`;
}

/** Object numbers and offsets differ in the output, and there an object may be in an object stream. */
export function withoutNumbers(complaint: string): string {
  return complaint
    .replace(/\d+/g, '#')
    .replace(/^(?:object stream #,? ?)?\(.*?\): /, '')
    .replace(/^object stream #:? /, '');
}
