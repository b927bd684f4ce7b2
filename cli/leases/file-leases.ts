import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { parsedRecord } from '../files/json-lines.ts';
import { systemCode } from '../files/system-error.ts';
import type { Lease, Leases } from './lease.ts';
import { livesHere, ownProcessId, type ProcessId } from './process-id.ts';

export interface FileLeaseSettings {
  /** A holder is dead that did not renew for this long. */
  readonly deadMs: number;
  /** A process that runs on this machine keeps its leases however long it is silent, as a stopped one is. */
  readonly trustsOwnMachine?: boolean;
}

/** The content of a lease's file. */
interface Holder extends ProcessId {
  readonly token: string;
  /** Files and folders that the holder works on; absent if the lease's name says it. */
  readonly roots?: readonly string[];
}

/**
 * Leases as files of a folder that processes share, on one machine or a network file system. A holder that has ended, or
 * that did not renew its leases for a while, loses them. Two processes may hold one lease for a moment: results are the
 * same, and a holder looks again before it seals.
 */
export class FileLeases implements Leases {
  readonly #folder: string;
  readonly #settings: FileLeaseSettings;
  readonly #held = new Map<string, { readonly descriptor: number; readonly content: string }>();
  #timer: NodeJS.Timeout | undefined;
  readonly #self = ownProcessId();

  constructor(folder: string, settings: FileLeaseSettings) {
    this.#folder = folder;
    this.#settings = settings;
    mkdirSync(folder, { recursive: true });
  }

  async take(name: string): Promise<Lease | undefined> {
    return this.takeNow(name);
  }

  /** @param roots files and folders that the holder works on, for others to see */
  takeNow(name: string, roots?: readonly string[]): Lease | undefined {
    const file = join(this.#folder, name);
    return this.#create(file, roots) ?? (this.#removeDead(file) ? this.#create(file, roots) : undefined);
  }

  /** Holders of the other leases in the folder; null for one that has not written its name yet. Removes leases of dead ones. */
  others(): readonly (Holder | null)[] {
    return readdirSync(this.#folder).flatMap((name) => {
      const file = join(this.#folder, name);
      const content = contentOf(file);
      if (name.startsWith('.') || this.#held.has(file) || content === undefined) return [];
      if (!this.#isDead(file, content)) return [holderOf(content)];
      this.#removeDead(file);
      return [];
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const file of this.#held.keys()) this.#release(file);
  }

  #create(file: string, roots?: readonly string[]): Lease | undefined {
    const token = randomBytes(12).toString('hex');
    const content = JSON.stringify({ token, ...this.#self, roots } satisfies Record<keyof Holder, unknown>);
    let descriptor: number;
    try {
      descriptor = openSync(file, 'wx');
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return undefined;
      throw error;
    }
    try {
      writeSync(descriptor, content, 0);
    } catch (error) {
      // Without a name in it, other processes would wait until it is old.
      closeSync(descriptor);
      rmSync(file, { force: true });
      throw error;
    }
    this.#held.set(file, { descriptor, content });
    this.#timer ??= setInterval(() => this.#renew(), this.#settings.deadMs / 5).unref();
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
    for (const { descriptor, content } of this.#held.values()) {
      try {
        writeSync(descriptor, content, 0);
      } catch {
        // A lease that cannot be renewed is lost once it is old, and its holder sees that before it seals.
      }
    }
  }

  /** @returns whether the name is free now */
  #removeDead(file: string): boolean {
    const content = contentOf(file);
    if (content === undefined) return true;
    // Another process may have taken it over meanwhile. If it does so just now, it loses the lease, and sees that.
    if (!this.#isDead(file, content) || contentOf(file) !== content) return false;
    rmSync(file, { force: true });
    return true;
  }

  #isDead(file: string, content: string): boolean {
    const { deadMs, trustsOwnMachine = false } = this.#settings;
    const holder = holderOf(content);
    const lives = holder === null ? undefined : livesHere(holder);
    if (lives === false) return true;
    if (lives === true && trustsOwnMachine) return false;
    const renewed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    // Ahead of the clock that all share, it was not renewed either: no process may wait for that time.
    return renewed !== undefined && Math.abs(this.#now() - renewed) > deadMs;
  }

  /** The file system's clock, which all processes share. Another one's write a moment later does no harm. */
  #now(): number {
    const clock = join(this.#folder, '.clock');
    writeFileSync(clock, '.');
    return statSync(clock).mtimeMs;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Null for a lease that was just created: it is judged by its age. */
function holderOf(content: string): Holder | null {
  const record = parsedRecord(content);
  const roots = record?.roots ?? [];
  // The rest was written by this program; a list that is none would end the comparison, and the run had no lock.
  return Array.isArray(roots) && roots.every((root) => typeof root === 'string')
    ? (record as Holder | null)
    : null;
}
