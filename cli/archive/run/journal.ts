import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linesOf, parsedRecord } from '../../files/json-lines.ts';
import { osPath } from '../../files/os-path.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { type ObjectLine, receiptFolder } from '../archive-files.ts';
import type { RunStore } from '../run-store.ts';

/** An entry about an object of a shard that is not sealed yet. */
export type JournalEntry =
  | DoneEntry
  /** The original is about to be replaced: if the object is the output already, this is its line. */
  | { readonly replacing: ObjectLine };

/** The object is done. */
export interface DoneEntry {
  readonly done: ObjectLine;
  readonly cpuMs: number;
  readonly isReused: boolean;
}

/** Receipts of one process for one shard. Processes never write into one another's files. */
export interface Journal {
  add(entry: JournalEntry): Promise<void>;
  /** Writes what was added; with `isDurable` it survives a crash of the machine. */
  flush(isDurable?: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Entries that a bucket gets as one object. */
const ENTRIES_PER_OBJECT = 50;

export function openJournal(store: RunStore, shard: number): Journal {
  const name = randomBytes(8).toString('hex');
  const folder = receiptFolder(shard);
  return store.folder === undefined
    ? bucketJournal(store, `${folder}/${name}`)
    : fileJournal(store.folder, join(store.folder, folder), `${name}.jsonl`);
}

function fileJournal(run: string, folder: string, name: string): Journal {
  let descriptor: number | undefined;
  let hasDurableName = false;
  const opened = () => {
    if (descriptor !== undefined) return descriptor;
    mkdirSync(osPath(folder), { recursive: true });
    descriptor = openSync(osPath(join(folder, name)), 'a');
    return descriptor;
  };
  return {
    // A killed process leaves its writes to the system. What a crashed machine loses is done again.
    async add(entry) {
      writeSync(opened(), `${JSON.stringify(entry)}\n`);
    },
    async flush(isDurable = false) {
      if (!isDurable || descriptor === undefined) return;
      fsyncSync(descriptor);
      if (hasDurableName) return;
      for (let each = folder; ; each = dirname(each)) {
        syncFolder(each);
        if (each === run || each === dirname(each)) break;
      }
      hasDurableName = true;
    },
    async close() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

function bucketJournal(store: RunStore, name: string): Journal {
  let lines: string[] = [];
  let written = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    written += 1;
    await store.write(`${name}-${written}.jsonl`, Buffer.from(text));
  };
  return {
    async add(entry) {
      lines.push(JSON.stringify(entry));
      if (lines.length >= ENTRIES_PER_OBJECT) await flush();
    },
    flush,
    close: flush,
  };
}

/** Everything that processes wrote about a shard. A line that a killed process left half is ignored. */
export async function readJournals(
  store: RunStore,
  shard: number,
): Promise<{
  readonly done: ReadonlyMap<string, DoneEntry>;
  readonly replacing: ReadonlyMap<string, readonly ObjectLine[]>;
}> {
  const done = new Map<string, DoneEntry>();
  const replacing = new Map<string, ObjectLine[]>();
  const folder = receiptFolder(shard);
  for (const name of await store.names(folder)) {
    for (const line of linesOf((await store.read(`${folder}/${name}`)) ?? Buffer.alloc(0))) {
      const entry = parsedRecord(line) as JournalEntry | null;
      if (entry === null) continue;
      if ('done' in entry) done.set(entry.done.key, entry);
      else
        replacing.set(entry.replacing.key, [...(replacing.get(entry.replacing.key) ?? []), entry.replacing]);
    }
  }
  return { done, replacing };
}
