import { randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startOf } from '../../batch/records/run-lock.ts';
import { isRunning } from '../../write-file-atomic.ts';
import type { Lease, Leases } from './lease.ts';

interface Holder {
  readonly token: string;
  readonly host: string;
  readonly pid: number;
  /** Start time of the process, if the system provides it. */
  readonly startedAt: string;
}

/**
 * Leases as files of a folder that processes share, on one machine or a network file system. A holder that has ended, or
 * that did not renew its leases for a while, loses them. Two processes may hold one lease for a moment: results are the
 * same, and a holder looks again before it seals.
 */
export class FileLeases implements Leases {
  readonly #folder: string;
  readonly #deadMs: number;
  readonly #held = new Map<string, { readonly descriptor: number; readonly content: string }>();
  #timer: NodeJS.Timeout | undefined;
  readonly #clockFile: string;
  readonly #self = { host: hostname(), pid: process.pid, startedAt: startOf(process.pid) };

  /** @param deadMs a holder on another machine is dead that did not renew for this long */
  constructor(folder: string, deadMs: number) {
    this.#folder = folder;
    this.#deadMs = deadMs;
    this.#clockFile = join(folder, '.clock');
    mkdirSync(folder, { recursive: true });
  }

  async take(name: string): Promise<Lease | undefined> {
    const file = join(this.#folder, name);
    return this.#create(file) ?? (this.#removeDead(file) ? this.#create(file) : undefined);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const file of this.#held.keys()) this.#release(file);
  }

  #create(file: string): Lease | undefined {
    const token = randomBytes(12).toString('hex');
    const content = JSON.stringify({ token, ...this.#self } satisfies Holder);
    let descriptor: number;
    try {
      descriptor = openSync(file, 'wx');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
      throw error;
    }
    writeSync(descriptor, content, 0);
    this.#held.set(file, { descriptor, content });
    this.#timer ??= setInterval(() => this.#renew(), this.#deadMs / 5).unref();
    const isHeld = () => this.#held.get(file)?.content === content && contentOf(file) === content;
    return {
      isHeld,
      async whileHeld(work) {
        if (!isHeld()) return false;
        await work();
        return true;
      },
      release: async () => {
        if (this.#held.get(file)?.content === content) this.#release(file);
      },
    };
  }

  #release(file: string): void {
    const held = this.#held.get(file)!;
    this.#held.delete(file);
    closeSync(held.descriptor);
    if (contentOf(file) === held.content) rmSync(file, { force: true });
  }

  /** Through the open file: whatever has its name now is another process's. */
  #renew(): void {
    for (const { descriptor, content } of this.#held.values()) writeSync(descriptor, content, 0);
  }

  /** @returns whether the name is free now */
  #removeDead(file: string): boolean {
    const content = contentOf(file);
    if (content === undefined) return true;
    if (!this.#isDead(file, content)) return false;
    const away = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      renameSync(file, away);
    } catch {
      return true;
    }
    // Between the look and the rename another process may have taken it over.
    const isOther = contentOf(away) !== content;
    try {
      if (isOther) linkSync(away, file);
    } catch {
      // A third process has the name meanwhile: this lease is lost, and its holder sees that before it seals.
    }
    rmSync(away, { force: true });
    return !isOther;
  }

  #isDead(file: string, content: string): boolean {
    const holder = holderOf(content);
    if (holder?.host === this.#self.host) {
      if (!isRunning(holder.pid)) return true;
      const startedAt = startOf(holder.pid);
      if (holder.startedAt !== '' && startedAt !== '' && holder.startedAt !== startedAt) return true;
    }
    const renewed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return renewed !== undefined && this.#now() - renewed > this.#deadMs;
  }

  /** The file system's clock, which all processes share. Another one's write a moment later does no harm. */
  #now(): number {
    writeFileSync(this.#clockFile, '.');
    return statSync(this.#clockFile).mtimeMs;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function holderOf(content: string): Holder | undefined {
  try {
    return JSON.parse(content);
  } catch {
    // It was just created, and is judged by its age.
    return undefined;
  }
}
