import { expect, test } from 'vitest';
import { layerProblems } from './layers.mjs';

test.each([
  ['shared/pdf/read/open.ts', "import { readFile } from 'node:fs';"],
  ['shared/pdf/read/open.ts', "import { images } from '../../passes/images.ts';"],
  ['shared/codecs/dct/mozjpeg.ts', "export * from '../../pdf/filter/filters.ts';"],
  ['shared/passes/streams.ts', "import { PDFDict } from 'pdf-lib';"],
  ['shared/passes/streams.ts', "const { app } = await import('../../server/app.ts');"],
  ['shared/index.ts', "import { compress } from './compress.ts';"],
  ['web/app/page.tsx', "import { app } from '../../server/app.ts';"],
  ['web/app/client.ts', "import type { AppType } from '../../server/app.ts';"],
  ['web/app/page.tsx', "import { compress } from '../../shared/compress.ts';"],
  ['server/app.ts', "import { Page } from '../web/app/page.tsx';"],
  ['server/app.ts', "import { PDFDocument } from 'pdf-lib';"],
  ['server/app.ts', "import { shrinkCommand } from '../cli/batch/shrink-command.ts';"],
  ['cli/commands.ts', "const { app } = await import('../server/app.ts');"],
  ['cli/commands.ts', "import { Hono } from 'hono';"],
  ['library/node/host.ts', "import { osPath } from '../../cli/files/os-path.ts';"],
  ['server/keys-cli.ts', "import { progressBar } from '../cli/terminal/progress-bar.ts';"],
  ['shared/compress.ts', "import { createNodeHost } from '../library/node/host.ts';"],
  ['shared/testing/oracles/plain-lanczos.ts', "import { kernels } from '../../codecs/resample/weights.ts';"],
  ['shared/testing/oracles/pdfium-render.ts', "import { photo } from '../pictures/rasters.ts';"],
  ['shared/testing/judges/pdfium.ts', "import { openDocument } from '../../pdf/read/open.ts';"],
])('refuses in %s: %s', (path, source) => {
  expect(layerProblems(path, source)).toHaveLength(1);
});

test.each([
  ['shared/pdf/objects.ts', "export { PDFDict } from 'pdf-lib';"],
  ['shared/passes/streams.ts', "import { PDFDict } from '../pdf/objects.ts';"],
  ['shared/compress.ts', "import { PASSES } from './passes/index.ts';"],
  ['web/app/page.tsx', "import { DEFAULT_OPTIONS } from '../../shared/index.ts';"],
  ['web/app/client.ts', "import type { KeysResponse } from '../../shared/api/dashboard.ts';"],
  ['web/worker/compress.worker.ts', "import { compress } from '../../shared/compress.ts';"],
  ['web/worker/engine.ts', "import workerUrl from './compress.worker.ts?worker&url';"],
  ['shared/testing/oracles/plain-lanczos.ts', "import type { Raster } from '../../codecs/pixels/raster.ts';"],
  ['shared/testing/oracles/plain-lanczos.ts', "import { floatKernels } from './float-lanczos.ts';"],
  ['shared/testing/oracles/pdfium-render.ts', "import { init } from '@embedpdf/pdfium';"],
  ['shared/testing/pictures/rasters.ts', "import { deflate } from '../../codecs/flate/deflate.ts';"],
  ['server/keys-cli.ts', "import { terminal } from '../library/terminal/output.ts';"],
  ['server/pool/worker.ts', "import { createNodeHost } from '../../library/node/host.ts';"],
  ['cli/run/shrink.ts', "import { DocumentPool } from '../../library/node/document-pool.ts';"],
  ['server/pool/worker.ts', "import { compress } from '../../shared/compress.ts';"],
])('lets pass in %s: %s', (path, source) => {
  expect(layerProblems(path, source)).toEqual([]);
});
