import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { smallPdf } from '../testing/documents.ts';
import { inlineRunner } from '../testing/inline-runner.ts';
import { testPool } from '../testing/pool.ts';

const NEVER = new AbortController().signal;
const pool = testPool();
afterAll(() => pool.close());

function jobOf(bytes: Uint8Array) {
  // Spare room after the document, as an upload has it.
  const buffer = new ArrayBuffer(bytes.length + 500);
  new Uint8Array(buffer).set(bytes);
  return { buffer, byteLength: bytes.length, options: DEFAULT_OPTIONS };
}

describe('worker', () => {
  test('gives the same bytes as the core in this process', async () => {
    const pdf = await smallPdf();
    const there = await pool.run(jobOf(pdf), NEVER);
    const here = await inlineRunner().run(jobOf(pdf), NEVER);
    if (!there.ok || !here.ok) throw new Error('both must succeed');
    expect(there.bytes).toEqual(here.bytes);
    expect(there.report).toEqual(here.report);
    expect((await PDFDocument.load(there.bytes)).getPageCount()).toBe(2);
  });

  test('gives a document back as it came, without the spare room', async () => {
    const first = await pool.run(jobOf(await smallPdf()), NEVER);
    if (!first.ok) throw new Error('must succeed');
    const again = await pool.run(jobOf(first.bytes), NEVER);
    expect(again).toMatchObject({ ok: true, report: { unchanged: true } });
    expect(again.ok && again.bytes).toEqual(first.bytes);
  });

  test('gives its last result like any other, and then a new process goes on', async () => {
    const wearing = testPool({ tasksPerProcess: 2 });
    const pdf = await smallPdf();
    const outcomes = [];
    for (let round = 0; round < 5; round += 1) outcomes.push(await wearing.run(jobOf(pdf), NEVER));
    await wearing.close();
    const [first, ...others] = outcomes.map((outcome) => outcome.ok && outcome.bytes);
    for (const other of others) expect(other).toEqual(first);
  });

  test('inspects a document', async () => {
    const { buffer, byteLength } = jobOf(await smallPdf());
    expect(await pool.inspect({ buffer, byteLength }, NEVER)).toMatchObject({
      ok: true,
      inspection: { fileSize: byteLength, document: { pages: 2 } },
    });
  });

  test('says what of one document is kept in another', async () => {
    const pdf = await smallPdf();
    const { buffer } = new Uint8Array([...pdf, ...pdf]);
    const job = { buffer, byteLength: pdf.length * 2, beforeLength: pdf.length };
    expect(await pool.verify(job, NEVER)).toMatchObject({
      ok: true,
      verification: { differentDocuments: false, equality: 'bytes' },
    });
  });

  test('answers with what is wrong with a document', async () => {
    expect(await pool.run(jobOf(new TextEncoder().encode('hello')), NEVER)).toMatchObject({
      ok: false,
      problem: { code: 'not_a_pdf', reason: 'no-header' },
    });
  });
});
