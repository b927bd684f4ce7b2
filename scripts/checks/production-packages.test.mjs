import { expect, test } from 'vitest';
import { missingPackages } from './production-packages.mjs';

const DEPENDENCIES = new Set(['hono', '@hono/node-server']);

test('names what a built script asks for and production does not bring', () => {
  const source = `import { Hono } from 'hono/tiny';
    import { serve } from '@hono/node-server';
    import { join } from 'node:path';
    import { compress } from './shared/compress-1a2b.js';
    export * from "../shared/host-3c4d.js";
    const late = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const optional = await import('@embedpdf/pdfium');`;
  expect(missingPackages(source, DEPENDENCIES)).toEqual([
    'The built server imports pdfjs-dist, which is no dependency of production.',
  ]);
});
