import { readFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { createNodeHost } from '../library/node/host.ts';
import { compress } from '../shared/compress.ts';
import { PRESETS } from '../shared/index.ts';
import { issueReceipt } from '../shared/receipt/issue-receipt.ts';
import { smallPdf } from '../shared/testing/documents/small-pdf.ts';
import { forgedReceipts } from '../shared/testing/forged-receipts.ts';
import { callCompress, pdf } from './support/api-client.ts';
import { runCommand } from './support/command-line.ts';
import { finePicture } from './support/compare-documents.ts';
import { nameOf, REAL_DOCUMENTS } from './support/documents.ts';
import { allFaults } from './support/faults.ts';
import { expect, test } from './support/test.ts';

/** Without its link and bookmarks, and with different words on the last page. */
async function harmed(file: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(file);
  document.catalog.delete(PDFName.of('Outlines'));
  document.getPage(0).node.set(PDFName.of('Annots'), PDFArray.withContext(document.context));
  const content = document.context.stream('BT /F0 30 Tf 60 500 Td (Other words) Tj ET');
  const last = document.getPage(2).node;
  const fonts = last.Resources()!.lookup(PDFName.of('Font'), PDFDict);
  fonts.set(PDFName.of('F0'), fonts.values()[0]!);
  last.set(PDFName.of('Contents'), document.context.register(content));
  return Buffer.from(await document.save());
}

test(
  'what another program lost is named first, and each page has a score',
  { tag: '@phone' },
  async ({ verifyPage, page }, testInfo) => {
    const before = await finePicture();
    await verifyPage.open();
    await verifyPage.drop(
      { name: 'small.pdf', bytes: await harmed(before) },
      { name: 'report.pdf', bytes: Buffer.concat([before, Buffer.alloc(2000, '\n')]) },
    );
    await expect(verifyPage.sheet('Before')).toContainText('report.pdf');
    await expect(verifyPage.sheet('After')).toContainText('small.pdf');
    const verdict = verifyPage.verdict('3 things were lost, 1 page looks different');
    await expect(verdict).toContainText(/The worst page is 3, at \d/);
    await expect(verdict).toContainText(/Links\s*1 of 1/);
    await expect(verdict).toContainText(/Bookmarks\s*all 2/);
    await expect(verdict).toContainText(/Text\s*107 of 324 words/);
    await expect(verdict).toContainText(/Attachments\s*1 of 1/);
    await expect(verdict).toContainText(/Form fields\s*none/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await allFaults(page)).toEqual([]);
    await testInfo.attach('lost', {
      body: await page.screenshot({ fullPage: true }),
      contentType: 'image/png',
    });

    await verdict.getByText('List them').click();
    await expect(verdict).toContainText('https://example.org/, gone');

    await verdict
      .getByRole('group', { name: 'Score of each page' })
      .getByRole('button', { name: /^Page 3, / })
      .click();
    await expect(page.locator('[data-painted="3"]').first()).toBeAttached();
    expect(await allFaults(page)).toEqual([]);

    const [report] = await Promise.all([
      page.waitForEvent('download'),
      verdict.getByRole('button', { name: 'Save this report' }).click(),
    ]);
    expect(report.suggestedFilename()).toBe('small.comparison.json');
    const saved = JSON.parse(await readFile(await report.path(), 'utf8'));
    expect(saved).toMatchObject({
      verification: { pages: { length: 3 } },
      scores: { length: 3 },
      receipt: null,
    });

    await page.getByRole('button', { name: 'Swap' }).click();
    await expect(verifyPage.sheet('Before')).toContainText('small.pdf');
  },
);

test(
  'a receipt of the tab is right: made again, the same bytes, and no request is sent',
  { tag: ['@phone', '@small'] },
  async ({ compressPage, verifyPage, page }, testInfo) => {
    const before = await finePicture();
    await compressPage.open();
    await compressPage.choose({ name: 'fine.pdf', bytes: before });
    const result = await compressPage.save('fine.pdf');
    await page.getByRole('link', { name: 'Compare fine.pdf' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save receipt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('fine-light.receipt.json');
    const receipt = await readFile(await download.path());

    await page.getByRole('link', { name: 'All files' }).click();
    await page.getByRole('link', { name: 'Compare two PDFs' }).click();
    await expect(page.getByRole('heading', { name: 'Compare any two PDFs' })).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url())) asked.push(request.url());
    });
    await verifyPage.drop(
      { name: 'fine.pdf', bytes: before },
      { name: 'fine-light.pdf', bytes: result.bytes },
      { name: 'fine-light.receipt.json', bytes: receipt, type: 'application/json' },
    );
    const verdict = verifyPage.verdict('Nothing was lost');
    await expect(verdict).toContainText(
      'Receipt verified. Compressing the original again gives identical bytes.',
    );
    await expect(verdict).toContainText('All 3 are above the line at 95');
    await expect(verdict).toContainText(/Metadata\s*removed/);
    expect(asked).toEqual([]);
    expect(await allFaults(page)).toEqual([]);
    await testInfo.attach('same', {
      body: await page.screenshot({ fullPage: true }),
      contentType: 'image/png',
    });

    // The receipt belongs only to these two files.
    await verifyPage.choose('Choose another before', { name: 'other.pdf', bytes: await harmed(before) });
    await expect(page.getByText('This receipt belongs to another file.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Have a receipt?')).toBeVisible();
  },
);

test('of a receipt the tab names what is forged', async ({ verifyPage }) => {
  const host = createNodeHost();
  const before = await smallPdf();
  const result = await compress(before, PRESETS.balanced, { host });
  const receipt = await issueReceipt(before, result, { host });
  const files = [
    { name: 'a.pdf', bytes: before },
    { name: 'a-light.pdf', bytes: result.bytes },
  ];
  await verifyPage.open();
  const drop = (given: object) =>
    verifyPage.drop(...files.splice(0), {
      name: 'a.receipt.json',
      bytes: Buffer.from(JSON.stringify(given)),
      type: 'application/json',
    });
  await drop(receipt);
  const verdict = verifyPage.verdict('Nothing was lost');
  await expect(verdict).toContainText(
    'Receipt verified. Compressing the original again gives identical bytes.',
  );
  for (const { field, receipt: forged } of forgedReceipts(receipt)) {
    await drop(forged);
    await expect(verdict).toContainText('The receipt isn’t valid.');
    await expect(verdict).toContainText(`these entries of the receipt don’t: ${field}`);
  }
});

test('tab, API and command line give the same receipt', async ({ compressPage, page, apiKey }, testInfo) => {
  test.slow();
  const path = REAL_DOCUMENTS.newspaper;
  await compressPage.open();
  await compressPage.choose(path);
  await compressPage.save(nameOf(path));
  await page.getByRole('link', { name: `Compare ${nameOf(path)}` }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save receipt' }).click(),
  ]);
  const tab = JSON.parse(await readFile(await download.path(), 'utf8'));

  const input = await readFile(path);
  const answer = await callCompress([['file', pdf(input)]], {
    key: apiKey,
    query: '?preset=balanced',
    headers: { Accept: 'application/json', Prefer: 'return=minimal' },
  });
  expect((await answer.json()).receipt).toEqual(tab);

  const receiptPath = testInfo.outputPath('receipt.json');
  const output = testInfo.outputPath('out.pdf');
  const options = ['--preset', 'balanced'];
  const ended = await runCommand('compress', path, output, ...options, '--receipt', receiptPath);
  expect(ended.code, ended.stderr).toBe(0);
  expect(JSON.parse(await readFile(receiptPath, 'utf8'))).toEqual(tab);

  const verified = await runCommand('verify', path, output, receiptPath);
  expect(verified.code, verified.stderr).toBe(0);
  expect(verified.stdout).toContain(
    'Receipt verified. Compressing the original again gives identical bytes and the same receipt.',
  );
});
