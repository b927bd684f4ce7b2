import { createHash } from 'node:crypto';
import { sha256Of } from '../../files/sha256.ts';
import { type ArchivePlan, shardFile } from '../archive-files.ts';
import type { ArchiveObject, Listing, Place } from '../places/place.ts';
import type { RunStore } from '../run-store.ts';
import { contentName, RepeatedContents } from './repeated-contents.ts';
import { type ClassSample, Sampler } from './sampler.ts';

/** Which contents occur more than once, for the processes of the run. */
export const REPEATS_FILE = 'repeats.gz';

export interface ListSettings {
  readonly shardSize: number;
  readonly sampleSize: number;
  readonly onProgress: (objects: number) => void;
}

export interface Listed extends Pick<ArchivePlan, 'objects' | 'size' | 'others' | 'shards' | 'lists'> {
  readonly classes: readonly ClassSample[];
}

/**
 * Lists an archive once and writes its shards as they fill, so that memory doesn't grow with the archive.
 *
 * @throws ArchiveStopped
 */
export async function listShards(
  from: Pick<Place, 'list' | 'hasContentVersions'>,
  store: Pick<RunStore, 'write'>,
  listing: Omit<Listing, 'onOther'>,
  { shardSize, sampleSize, onProgress }: ListSettings,
): Promise<Listed> {
  const sampler = new Sampler(sampleSize);
  const repeated = new RepeatedContents();
  const lists = createHash('sha256');
  const others = { objects: 0, size: 0 };
  let [objects, size, shards] = [0, 0, 0];
  let lines: string[] = [];
  const flush = async () => {
    const text = Buffer.from(`${lines.join('\n')}\n`);
    lines = [];
    lists.update(`${sha256Of(text)}\n`);
    await store.write(shardFile('shards', shards), text);
    shards += 1;
    onProgress(objects);
  };
  const onOther = (bytes: number) => {
    others.objects += 1;
    others.size += bytes;
  };
  for await (const object of from.list({ ...listing, onOther })) {
    objects += 1;
    size += object.size;
    const isRepeat = repeated.add(contentName(object, from.hasContentVersions));
    sampler.offer(object, isRepeat && from.hasContentVersions);
    lines.push(JSON.stringify(object satisfies ArchiveObject));
    if (lines.length === shardSize) await flush();
  }
  if (lines.length > 0) await flush();
  await store.write(REPEATS_FILE, repeated.toBytes());
  return { objects, size, others, shards, lists: lists.digest('hex'), classes: sampler.classes() };
}
