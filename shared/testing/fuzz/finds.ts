import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bytesOf, textOf } from './edits.ts';
import type { Setting, Trial } from './trial.ts';

/** A file that once ended unfairly, as small as it could be made. */
export interface Find {
  readonly name: string;
  /** What was thrown when it was found. */
  readonly says: string;
  readonly setting: Setting;
  readonly password?: string;
  readonly isSound: boolean;
  /** A character for each byte. */
  readonly file: string;
}

const FINDS = new URL('../../fixtures/fuzz-finds.json', import.meta.url);

export function readFinds(): readonly Find[] {
  return existsSync(FINDS) ? JSON.parse(readFileSync(FINDS, 'utf8')) : [];
}

/** Keeps a find for good: the unit tests try every one. */
export function keepFind(find: Find): void {
  const others = readFinds().filter(({ name }) => name !== find.name);
  writeFileSync(FINDS, `${JSON.stringify([...others, find], null, 2)}\n`);
}

export function findOf({ name, setting, password, isSound, file }: Trial, says: string): Find {
  return {
    name,
    says,
    setting,
    ...(password === undefined ? {} : { password }),
    isSound,
    file: textOf(file),
  };
}

export function fileOf({ file }: Find): Uint8Array {
  return bytesOf(file);
}
