import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { shippedPrograms } from '../testing/shipped-programs.ts';

/** About half a second of processor time. */
const DOCUMENT = new URL('../../shared/fixtures/real/newspaper-gray-jpeg.pdf', import.meta.url);
const UPLOADS = 30;

const { start } = shippedPrograms();

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfterS: number;
}

test('SIGTERM under a queue longer than the grace period: every request is answered, uploads that still come too', async () => {
  const settings = { PORT: '0', CONCURRENCY: '1', JOB_TIMEOUT_S: '60', SHUTDOWN_GRACE_S: '6' };
  const server = start('main', [], { ...settings, RATE_LIMIT_PER_MINUTE: '0', MIN_TRANSFER_KB_PER_S: '0' });
  const [, origin] = await server.printed(/Pagelight runs at (http:\/\/localhost:\d+)\n/);
  const key = (await start('keys-cli', ['create', '--name', 'many']).ended).out.trim();
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/pdf' };
  const pdf = new Uint8Array(await readFile(DOCUMENT));
  const send = (body: Uint8Array<ArrayBuffer> | ReadableStream): Promise<Answered> =>
    fetch(`${origin}/api/v1/compress`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit).then(
      async (answer) => {
        const isProblem = answer.headers.get('Content-Type') === 'application/problem+json';
        const code = isProblem ? ((await answer.json()) as { code: string }).code : undefined;
        if (!isProblem) await answer.arrayBuffer();
        return { status: answer.status, code, retryAfterS: Number(answer.headers.get('Retry-After')) };
      },
      (error: Error) => ({ status: 0, code: String(error.cause), retryAfterS: 0 }),
    );

  const answers = Array.from({ length: UPLOADS }, () => send(pdf));
  // An endless upload is answered too.
  const endless = send(Readable.toWeb(withoutEnd()) as ReadableStream);
  await expect
    .poll(async () => (await fetch(`${origin}/metrics`)).text(), { timeout: 60_000 })
    .toMatch(/^pagelight_jobs\{state="waiting"\} 2\d$/m);
  server.child.kill('SIGTERM');

  const all = await Promise.all([...answers, endless]);
  const refused = all.filter(({ status }) => status !== 200);
  // As one text, so that a failure shows every other response.
  expect([...new Set(refused.map(({ status, code }) => `${status} ${code}`))].join(', ')).toBe('503 busy');
  expect(refused.every(({ retryAfterS }) => retryAfterS > 0)).toBe(true);
  expect(await server.ended).toMatchObject({ code: 0, err: '' });
});

/** A stream that starts like a document and stays open. */
function withoutEnd(): Readable {
  const head = createReadStream(DOCUMENT, { end: 1000 });
  const stream = new Readable({ read: () => undefined });
  head.on('data', (piece) => stream.push(piece));
  return stream;
}
