import { parentPort, workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { findings } = await import('../../shared/testing/judges/judge.ts');
const { PDFIUM } = await import('../../shared/testing/judges/pdfium.ts');
const { PDFJS } = await import('../../shared/testing/judges/pdfjs.ts');
const { QPDF } = await import('../../shared/testing/judges/qpdf.ts');

const { MUTOOL } = await import('../../shared/testing/judges/mutool.ts');

/** @type {import('./judge-thread.mjs').Installed} */
const installed = workerData.installed;
const judges = [...(installed.qpdf ? [QPDF] : []), PDFIUM, PDFJS, ...(installed.mutool ? [MUTOOL] : [])];

parentPort?.on('message', async ({ input, output, password }) => {
  parentPort?.postMessage(await findings(judges, input, output, password));
});
parentPort?.postMessage('ready');
