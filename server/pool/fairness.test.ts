import { expect, test } from 'vitest';
import { smallPdf } from '../testing/documents.ts';
import { startHttpService } from '../testing/http-service.ts';
import { testPool } from '../testing/pool.ts';

test('while one key floods the server, another is served each time', async () => {
  const jobs = testPool({ maxQueue: 3 });
  const service = await startHttpService({ jobs });
  const pdf = await smallPdf();
  const ask = async (key: string) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/pdf' };
    const answer = await fetch(`${service.origin}/api/v1/compress`, { method: 'POST', body: pdf, headers });
    await answer.arrayBuffer();
    return answer.status;
  };

  const flooder = (await service.keys.create({ name: 'flooder' })).secret;
  const flooded: number[] = [];
  let isOver = false;
  const flood = Promise.all(
    Array.from({ length: 6 }, async () => {
      while (!isOver) flooded.push(await ask(flooder));
    }),
  );
  await expect.poll(() => flooded.includes(503) && flooded.includes(200), { timeout: 30_000 }).toBe(true);
  const others: number[] = [];
  for (let n = 0; n < 8; n += 1) others.push(await ask(service.key));
  isOver = true;
  await flood;
  expect(others).toEqual(Array.from({ length: 8 }, () => 200));
  expect(new Set(flooded)).toEqual(new Set([200, 503]));
  await jobs.close();
  await service.close();
});
