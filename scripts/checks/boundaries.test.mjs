import { describe, expect, test } from 'vitest';
import { SERVER } from './boundaries/server.mjs';
import { WEB } from './boundaries/web.mjs';
import {
  boundaryProblems,
  circleProblems,
  crowdedRooms,
  floorProblem,
  roomlessFolders,
} from './boundaries.mjs';

describe('an import', () => {
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
    [
      'shared/testing/oracles/plain-lanczos.ts',
      "import { kernels } from '../../codecs/resample/weights.ts';",
    ],
    ['shared/testing/oracles/pdfium-render.ts', "import { photo } from '../pictures/rasters.ts';"],
    ['shared/testing/judges/pdfium.ts', "import { openDocument } from '../../pdf/read/open.ts';"],
  ])('refuses in %s: %s', (path, source) => {
    expect(boundaryProblems(path, source)).toHaveLength(1);
  });

  test.each([
    ['shared/pdf/objects.ts', "export { PDFDict } from 'pdf-lib';"],
    ['shared/passes/streams.ts', "import { PDFDict } from '../pdf/objects.ts';"],
    ['shared/compress.ts', "import { PASSES } from './passes/index.ts';"],
    ['web/app/page.tsx', "import { DEFAULT_OPTIONS } from '../../shared/index.ts';"],
    ['web/app/client.ts', "import type { KeysResponse } from '../../shared/api/dashboard.ts';"],
    ['web/worker/compress.worker.ts', "import { compress } from '../../shared/compress.ts';"],
    ['web/worker/engine.ts', "import workerUrl from './compress.worker.ts?worker&url';"],
    [
      'shared/testing/oracles/plain-lanczos.ts',
      "import type { Raster } from '../../codecs/pixels/raster.ts';",
    ],
    ['shared/testing/oracles/plain-lanczos.ts', "import { floatKernels } from './float-lanczos.ts';"],
    ['shared/testing/oracles/pdfium-render.ts', "import { init } from '@embedpdf/pdfium';"],
    ['shared/testing/pictures/rasters.ts', "import { deflate } from '../../codecs/flate/deflate.ts';"],
    ['server/keys-cli.ts', "import { terminal } from '../library/terminal/output.ts';"],
    ['server/pool/worker.ts', "import { createNodeHost } from '../../library/node/host.ts';"],
    ['cli/run/shrink.ts', "import { DocumentPool } from '../../library/node/document-pool.ts';"],
    ['server/pool/worker.ts', "import { compress } from '../../shared/compress.ts';"],
  ])('lets pass in %s: %s', (path, source) => {
    expect(boundaryProblems(path, source)).toEqual([]);
  });
});

describe('a room', () => {
  test.each([
    ['shared/codecs/jpx/decode.ts', 'shared/limits.ts'],
    ['shared/codecs/jpeg/format/frame.ts', 'shared/codecs/jpeg/scans/write.ts'],
    ['shared/codecs/flate/deflate.ts', 'shared/codecs/brotli/decode.ts'],
    ['shared/image-jobs/quality.ts', 'shared/pdf/objects.ts'],
    ['shared/fonts/cff/read.ts', 'shared/pdf/objects.ts'],
    ['shared/pdf/read/xref.ts', 'shared/pdf/content/analysis.ts'],
    ['shared/pdf/write/write.ts', 'shared/pdf/image/image-xobject.ts'],
    ['shared/pdf/content/syntax/lexer.ts', 'shared/pdf/content/interpret/frame.ts'],
    ['shared/pdf/check/check.ts', 'shared/passes/duplicates/dedupe.ts'],
    ['shared/work/pool.ts', 'shared/passes/images.ts'],
    ['shared/passes/images.ts', 'shared/run/rewrite.ts'],
    ['shared/passes/images.ts', 'shared/verify/order.ts'],
    ['shared/verify/order.ts', 'shared/passes/duplicates/dedupe.ts'],
    ['web/settings/Controls.tsx', 'web/compress/rows/FileRow.tsx'],
    ['web/text/i18n/language.ts', 'web/app/App.tsx'],
    ['web/text/languages/en/first.ts', 'web/text/words.ts'],
    ['web/persistence/restore.ts', 'web/compress/load-work-section.ts'],
    ['web/jobs/affected.ts', 'web/settings/SwitchRow.tsx'],
    ['web/scans/mrc-requests.ts', 'web/file/live-preview/use-live.ts'],
    ['web/compress/CompressPage.tsx', 'web/file/FilePage.tsx'],
    ['web/dashboard/keys/KeysPage.tsx', 'web/app/App.tsx'],
    ['web/dashboard/sign-in/fields.tsx', 'web/dashboard/account/AccountPage.tsx'],
    ['shared/api/dashboard.ts', 'shared/options.ts'],
    ['server/http/app-env.ts', 'server/tracing/trace.ts'],
    ['server/http/problem-response.ts', 'server/upload/receive.ts'],
    ['server/http/response/stored-zip.ts', 'server/jobs/views.ts'],
    ['server/usage/usage-recorder.ts', 'server/ops/metrics.ts'],
    ['server/pool/pool.ts', 'server/ops/metrics.ts'],
    ['server/ops/retention.ts', 'server/config.ts'],
    ['server/jobs/job-service.ts', 'server/routes/with-upload.ts'],
    ['server/routes/compress.ts', 'server/app.ts'],
    ['server/problem.ts', 'server/outbound/outbound-refused.ts'],
  ])('%s may not look into %s', (path, target) => {
    expect(floorProblem(path, target)).not.toBeNull();
  });

  test.each([
    ['shared/codecs/jpeg/scans/write.ts', 'shared/codecs/jpeg/format/frame.ts'],
    ['shared/image-jobs/quality.ts', 'shared/image-jobs/resolution.ts'],
    ['shared/pdf/read/xref.ts', 'shared/pdf/objects.ts'],
    ['shared/pdf/check/check.ts', 'shared/pdf/content/joined.ts'],
    ['shared/passes/images/plan.ts', 'shared/options.ts'],
    ['shared/compress.ts', 'shared/run/rewrite.ts'],
    ['web/app/main.tsx', 'shared/index.ts'],
    ['web/app/App.tsx', 'web/compress/CompressPage.tsx'],
    ['web/file/FileHead.tsx', 'web/compress/rows/OwnSettings.tsx'],
    ['web/text/i18n/more-words.ts', 'web/text/languages/de/more.json'],
    ['server/ops/retention.ts', 'server/usage/usage-recorder.ts'],
    ['server/http/response/stored-zip.ts', 'server/http/app-env.ts'],
    ['server/settings/setting-specs.ts', 'server/accounts/rules.ts'],
    ['server/app.ts', 'server/routes/compress.ts'],
  ])('%s may look into %s', (path, target) => {
    expect(floorProblem(path, target)).toBeNull();
  });
});

test.each([
  ['server', SERVER],
  ['web', WEB],
])('rooms of %s stand above all that they may import', (_host, floors) => {
  const rooms = floors.map(({ room }) => room);
  const upwards = floors.flatMap(({ room, below }, at) =>
    below.filter((place) => rooms.indexOf(place) >= at).map((place) => `${room} > ${place}`),
  );
  expect(upwards).toEqual([]);
  expect(new Set(rooms).size).toBe(rooms.length);
});

test('a folder in no room is named, entries need none', () => {
  expect(roomlessFolders(['server/app.ts', 'server/http/mount.ts', 'server/testing/pool.ts'])).toEqual([]);
  expect(roomlessFolders(['server/mail/send.ts'])).toEqual([
    'No rule says what server/mail may import: add one to scripts/checks/boundaries/.',
  ]);
});

test('a circle of imports is named, a diamond is none', () => {
  const circle = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d']],
    ['d', ['b']],
  ]);
  expect(circleProblems(circle)).toEqual(['A circle of imports: b > d > b']);
  expect(circleProblems(new Map([...circle, ['d', []]]))).toEqual([]);
});

test('a room of more than 20 files is too full, tests not counted', () => {
  const files = (/** @type {number} */ count, /** @type {string} */ end) =>
    Array.from({ length: count }, (_, index) => `shared/room/file${index}${end}`);
  expect(crowdedRooms([...files(20, '.ts'), ...files(20, '.test.ts')])).toEqual([]);
  expect(crowdedRooms(files(21, '.ts'))).toEqual([
    'shared/room holds 21 files beside tests, the maximum is 20: move those of one idea to a folder in it.',
  ]);
});
