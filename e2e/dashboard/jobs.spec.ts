import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { openDatabase } from '../../server/db/database.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import type { OwnServer } from '../support/own-server.ts';
import { everybodyCanUse, setUp, test } from './own-dashboard.ts';

/** Creates a key as the dashboard's page does, and returns its secret. */
async function createKey(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const response = await fetch('/api/dashboard/keys', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Pagelight-Page': 'dashboard' },
      body: JSON.stringify({ name: 'Nightly archive', expiresAt: null, limitPerMinute: null }),
    });
    return (await response.json()).secret as string;
  });
}

/** A program that uses the API with this key. */
function programWith(request: APIRequestContext, { origin }: OwnServer, key: string) {
  const headers = { 'X-API-Key': key };
  return {
    async upload(document: Buffer): Promise<string> {
      const response = await request.post(`${origin}/api/v1/files`, {
        headers: { ...headers, 'Content-Type': 'application/pdf' },
        data: document,
      });
      return (await response.json()).id;
    },
    async post(path: string, data: object): Promise<{ readonly id: string }> {
      return (await request.post(`${origin}/api/v1/${path}`, { headers, data })).json();
    },
    async untilEnded(id: string): Promise<void> {
      const url = `${origin}/api/v1/jobs/${id}`;
      const look = async () =>
        (await request.get(url, { headers: { ...headers, Prefer: 'wait=60' } })).json();
      await expect.poll(look).toMatchObject({ state: 'ended' });
    },
  };
}

/** Lets documents that are no PDFs have failed by an error of the server instead, whose cause is gone now. */
async function repairCause({ dataDir }: OwnServer, jobId: string, file: string): Promise<void> {
  const db = await openDatabase({ dataDir });
  await db
    .updateTable('job_documents')
    .set({ problem: JSON.stringify({ code: 'internal' }), file_id: file })
    .where('job_id', '=', jobId)
    .where('ref', 'like', 'page%')
    .execute();
  await db.destroy();
}

/** Postpones what was asked for in vain, so that its job does not end: its next try is in a day. */
async function postpone({ dataDir }: OwnServer, jobId: string): Promise<void> {
  const db = await openDatabase({ dataDir });
  const postponed = db
    .updateTable('job_documents')
    .set({ retry_at: Date.now() + 24 * 60 * 60 * 1000 })
    .where('job_id', '=', jobId)
    .where('state', '=', 'queued')
    .where('remote_tries', '>', 0);
  await expect.poll(async () => (await postponed.executeTakeFirst()).numUpdatedRows).toBe(1n);
  await db.destroy();
}

test('jobs: what failed comes first and is tried again, events are sent again, a job is cancelled', {
  tag: '@phone',
}, async ({ page, context, server, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await setUp(page, server);
  const nav = page.getByRole('navigation', { name: 'Dashboard' });
  await nav.getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  await everybodyCanUse(page, 'no jobs');

  const program = programWith(request, server, await createKey(page));
  const [pdf, text] = [
    await program.upload(Buffer.from(await smallPdf())),
    await program.upload(Buffer.from('text')),
  ];
  const webhook = await program.post('webhooks', { url: 'https://hooks.test/pagelight' });
  const failing = await program.post('jobs', {
    documents: [
      { ref: '2019/permits/4471.pdf', input: { upload: pdf } },
      { ref: '2019/permits/no pdf.txt', input: { upload: text }, options: { quality: 40 } },
      ...[1, 2, 3].map((n) => ({ ref: `page ${n}.html`, input: { upload: text } })),
    ],
    labels: { batch: 'night' },
    webhook: { id: webhook.id, events: ['job.ended'] },
  });
  await program.untilEnded(failing.id);
  await repairCause(server, failing.id, pdf);

  await page.reload();
  const row = page.getByRole('row', { name: /Nightly archive/ });
  await expect(row).toContainText('Done, 4 failed');
  await expect(row).toContainText('1 done · 4 failed');
  await expect(page.getByText('With failures 1')).toBeVisible();
  await everybodyCanUse(page, 'jobs');
  await row.getByRole('link').click();

  await expect(page.getByRole('heading', { name: '4 of 5 failed' })).toBeVisible();
  await expect(page.getByText('3 can be tried again: the cause may be gone. 1 needs you.')).toBeVisible();
  await page.getByRole('button', { name: /^Show all 3/ }).click();
  await expect(page.getByRole('row', { name: /^page \d.html/ })).toHaveCount(3);
  const odd = page.getByRole('row', { name: /no pdf.txt/ });
  await expect(odd).toContainText('This is not a PDF.');
  await odd.getByRole('button', { name: /^Copy request/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl -f ${server.origin}/api/v1/jobs`);
  expect(JSON.parse(copied.slice(copied.indexOf('\n{'), copied.lastIndexOf('}') + 1))).toEqual({
    documents: [{ ref: '2019/permits/no pdf.txt', input: { upload: text }, options: { quality: 40 } }],
  });
  const event = page.getByRole('listitem').filter({ hasText: 'job.ended' });
  await expect(event).toContainText(/no answer on try \d · next try/);
  await everybodyCanUse(page, 'a job with failures');

  await page.getByRole('button', { name: 'Retry 3' }).click();
  await expect(page.getByRole('heading', { name: '1 of 5 failed' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  // The second end of the job is another event.
  const resend = page.getByRole('button', { name: /^Send again/ });
  await expect(resend).toHaveCount(2);
  await resend.first().click();
  await page.getByText('Done 4', { exact: true }).click();
  await expect(page.getByRole('row', { name: /4471.pdf/ })).toContainText('→');
  await everybodyCanUse(page, 'documents that are done');

  const { id } = await program.post('jobs', {
    documents: [{ input: { upload: pdf } }, { input: { url: 'https://hooks.test/scan.pdf' } }],
  });
  await postpone(server, id);
  await page.goto(`${server.origin}/dashboard/jobs/${id}`);
  await page.getByRole('button', { name: 'Cancel job' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this job?' });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await everybodyCanUse(page, 'cancel a job');
  await question.getByRole('button', { name: 'Cancel job' }).click();
  await expect(page.getByRole('heading', { name: /^Cancelled, [01] of 2 done/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel job' })).toHaveCount(0);

  await page.goto(`${server.origin}/dashboard/audit`);
  const log = page.getByRole('region', { name: 'Audit log' });
  for (const what of ['Cancelled a job', 'Retried failed documents', 'Sent a webhook event again'])
    await expect(log.getByRole('row').filter({ hasText: what })).toHaveCount(1);
});
