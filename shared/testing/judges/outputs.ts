import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that a test compressed, and the result. */
export interface Output {
  /** The test that made it first, and its file. */
  readonly madeBy: string;
  readonly password: string;
  readonly input: Uint8Array;
  readonly output: Uint8Array;
}

/** Stores each pair of files once. Tests run in parallel, so a pair is complete when its description exists. */
export function keepOutput(folder: string, { madeBy, password, input, output }: Output): void {
  const name = createHash('sha256').update(input).update(output).digest('hex');
  const path = (end: string) => join(folder, `${name}${end}`);
  if (existsSync(path('.json'))) return;
  writeFileSync(path('.in.pdf'), input);
  writeFileSync(path('.out.pdf'), output);
  writeFileSync(path(`.${process.pid}`), JSON.stringify({ madeBy, password }));
  renameSync(path(`.${process.pid}`), path('.json'));
}

/** The names of all stored pairs. */
export function keptNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

export function keptOutput(folder: string, name: string): Output {
  const read = (end: string) => readFileSync(join(folder, `${name}${end}`));
  const description: Pick<Output, 'madeBy' | 'password'> = JSON.parse(read('.json').toString());
  return {
    ...description,
    input: new Uint8Array(read('.in.pdf')),
    output: new Uint8Array(read('.out.pdf')),
  };
}
