// How much memory and time it takes to plan an archive of many names: `npm run bench -- archive names [COUNT]`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Places } from '../../cli/archive/places/open-places.ts';
import type { ArchiveObject } from '../../cli/archive/places/place.ts';
import { listShards } from '../../cli/archive/plan/list-shards.ts';
import { openRunStore } from '../../cli/archive/run-store.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const signal = new AbortController().signal;
const folder = await mkdtemp(join(tmpdir(), 'pagelight-names-'));

async function* names(): AsyncGenerator<ArchiveObject> {
  for (let n = 0; n < count; n++)
    yield {
      key: `year ${2000 + (n % 26)}/month ${n % 12}/customer ${n % 9973}/document number ${n}.pdf`,
      size: 1000 + ((n * 7919) % 5_000_000),
      version: ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(32, '0'),
    };
}

try {
  const { objects, shards } = await listShards(
    { list: names, hasContentVersions: true },
    openRunStore(folder, new Places({}, signal)),
    { onTrouble: console.error, signal },
    { shardSize: 1000, sampleSize: 200, onProgress() {} },
  );
  const { user, system } = process.cpuUsage();
  const peak = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${objects} names in ${shards} shards: ${((user + system) / 1e6).toFixed(1)} CPU s, peak ${peak.toFixed(0)} MiB`,
  );
} finally {
  await rm(folder, { recursive: true });
}
