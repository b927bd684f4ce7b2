import { type CompressReport, compress, PRESETS } from 'pagelight';
import { compress as inBrowser } from 'pagelight/browser';
import { type CoreHost, compress as core } from 'pagelight/core';
import { createEngine } from 'pagelight/node';
import 'pagelight/drop';

const { bytes, report } = await compress('a.pdf', { quality: 60 }, { signal: new AbortController().signal });
const kept: CompressReport = report;
const engine = createEngine({ documents: 2 });
export const size: number = bytes.length + kept.outputSize + PRESETS.small.quality;
export const pages: number = (await engine.inspect(bytes)).document.pages;
export const blob = (file: Blob, host: CoreHost) => [inBrowser(file), core(bytes, PRESETS.small, { host })];
// @ts-expect-error: qualities are numbers
await compress('a.pdf', { quality: 'high' });

export const state: string | undefined = document.querySelector('pagelight-drop')?.state;
document.addEventListener('pagelight-ready', ({ detail }) => detail.files.map(({ name }) => name));
