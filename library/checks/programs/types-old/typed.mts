import { type CompressReport, compress, PRESETS } from 'pagelight';
import { type CoreHost, compress as core } from 'pagelight/core';
import { inspect } from 'pagelight/inspect';
import { createEngine } from 'pagelight/node';
import { problemText } from 'pagelight/texts';
import { verify } from 'pagelight/verify';

const { bytes, report } = await compress('a.pdf', { quality: 60 }, { signal: new AbortController().signal });
const kept: CompressReport = report;
export const size: number = bytes.length + kept.outputSize;
export const alone = (host: CoreHost) => core(bytes, PRESETS.small, { host });
export const readers = [problemText, inspect, verify];

export async function inOneBlock(): Promise<Uint8Array> {
  await using engine = createEngine({ documents: 2 });
  return (await engine.compress(bytes)).bytes;
}
