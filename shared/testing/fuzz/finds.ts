import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bytesOf, textOf } from './edits.ts';
import type { Setting, Trial } from './trial.ts';

/** A file that once had an unfair end, minimized. */
export interface Find {
  readonly name: string;
  /** The error when it was found. */
  readonly says: string;
  readonly setting: Setting;
  readonly password?: string;
  readonly isSound: boolean;
  /** One character per byte. */
  readonly file: string;
}

const FINDS = new URL('../../fixtures/fuzz-finds.json', import.meta.url);

export function readFinds(): readonly Find[] {
  return existsSync(FINDS) ? JSON.parse(readFileSync(FINDS, 'utf8')) : [];
}

/** Stores a find permanently: the unit tests try every one. */
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
