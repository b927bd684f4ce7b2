import { readFile } from 'node:fs/promises';
import { osPath } from '../files/os-path.ts';
import type { Environment } from '../files/own-folders.ts';
import { describeFileError } from '../text/files.ts';

export type GivenPassword = { readonly password: string | undefined } | { readonly fault: string };

/** The password for locked PDFs: from the flag, the first line of a file, or the environment. */
export async function passwordOf(
  {
    password,
    passwordFile,
  }: { readonly password?: string | undefined; readonly passwordFile: string | undefined },
  env: Environment,
): Promise<GivenPassword> {
  if (password !== undefined) return { password };
  if (passwordFile === undefined) return { password: env.PAGELIGHT_PASSWORD || undefined };
  try {
    const [line = ''] = (await readFile(osPath(passwordFile), 'utf8')).split(/\r?\n/, 1);
    return { password: line || undefined };
  } catch (error) {
    return { fault: `Cannot read the password in ${passwordFile}: ${describeFileError(error)}.` };
  }
}
