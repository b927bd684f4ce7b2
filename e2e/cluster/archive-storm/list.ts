// The list of a large bucket: `npm run bench -- archive list [OBJECTS]`.
import { openBucket } from '../../../library/node/s3/bucket.ts';
import { createS3 } from '../../../library/node/s3/s3.ts';
import { startSwift } from '../swift.ts';

const count = Number(process.argv[2] ?? 10_000);
const PAGES = [1000, 137];
const UPLOADS_AT_A_TIME = 4;

const swift = await startSwift();
try {
  const s3 = createS3(swift.settings);
  const { signal } = new AbortController();
  await s3.send('PUT', { bucket: 'listed', key: '' }, { signal });
  const bucket = openBucket(s3, 'listed', { patienceMs: 30_000, signal });
  const keys = Array.from({ length: count }, (_, n) => `${n % 7}/Rechnung ü+${n}%20&"<.pdf`);
  const left = keys.values();
  const lane = async () => {
    for (const key of left) await bucket.put(key, [Buffer.from(key)], { mediaType: 'application/pdf' });
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, lane));
  const wanted = keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const pageKeys of PAGES) {
    const began = process.cpuUsage();
    const listed: string[] = [];
    for await (const { key } of bucket.list('', pageKeys)) listed.push(key);
    const { user, system } = process.cpuUsage(began);
    const isSame = listed.length === count && listed.every((key, at) => key === wanted[at]);
    if (!isSame) process.exitCode = 1;
    process.stdout.write(
      `${listed.length} of ${count} in pages of ${pageKeys}, ${isSame ? 'each once and in order' : 'NOT as uploaded'}: ${((user + system) / 1e6).toFixed(2)} CPU s\n`,
    );
  }
} finally {
  await swift.remove();
}
