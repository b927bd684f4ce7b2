import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDisposition, resultFileName } from './attachment.ts';

describe('resultFileName', () => {
  test.each([
    ['report.pdf', 'report-light.pdf'],
    ['REPORT.PDF', 'REPORT-light.pdf'],
    ['report', 'report-light.pdf'],
    ['a.b.pdf', 'a.b-light.pdf'],
    [undefined, 'document-light.pdf'],
    ['', 'document-light.pdf'],
    ['.pdf', 'document-light.pdf'],
    ['../../etc/passwd', 'passwd-light.pdf'],
    ['C:\\docs\\bill.pdf', 'bill-light.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x-light.pdf'],
    ['Übersicht №1.pdf', 'Übersicht №1-light.pdf'],
    [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(150)}-light.pdf`],
  ])('%o becomes %o', (sent, expected) => {
    expect(resultFileName(sent, false)).toBe(expected);
  });

  test('an unchanged document keeps its name', () => {
    expect(resultFileName('report.pdf', true)).toBe('report.pdf');
  });
});

describe('attachment', () => {
  test('has a plain name and the true one', () => {
    expect(contentDisposition(`it's "7" (ü).pdf`)).toBe(
      `attachment; filename="it_s _7_ (_).pdf"; filename*=UTF-8''it%27s%20%227%22%20%28%C3%BC%29.pdf`,
    );
  });

  test('never breaks a header, whatever the client called its file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const value = contentDisposition(resultFileName(name, false));
        expect(value).toMatch(/^attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[\w.%!~-]+$/);
        expect(() => new Headers({ 'Content-Disposition': value })).not.toThrow();
      }),
    );
  });
});
