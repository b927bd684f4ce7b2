import { expect, test } from 'vitest';
import { PdfError } from '../../shared/index.ts';
import { crashReport, problemOfThrown } from './thrown.ts';

test("a document's own problem is passed on as it is", () => {
  const problem = { code: 'damaged_pdf', reason: 'no-xref' } as const;
  expect(problemOfThrown(new PdfError(problem))).toEqual(problem);
});

test.each([
  new RangeError('Array buffer allocation failed'),
  new RangeError('Invalid typed array length: 9000000000'),
  new WebAssembly.RuntimeError('Aborted(OOM). Build with -sASSERTIONS for more info.'),
  'out of memory',
])('recognises memory running out: %s', (thrown) => {
  expect(problemOfThrown(thrown)).toEqual({ code: 'out_of_memory' });
});

test('anything else is a crash whose report does not quote the document', () => {
  const problem = problemOfThrown(new TypeError('cannot parse "Salary of Jane Doe"'));
  expect(problem.code).toBe('crashed');
  expect(JSON.stringify(problem)).not.toContain('Jane');
});

test('a crash report names the error and the places', () => {
  const lines = crashReport(new TypeError('secret')).split('\n');
  expect(lines[0]).toBe('TypeError');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines[1]).toMatch(/^at /);
});
