import type { Browser } from '@playwright/test';

interface MemoryDump {
  readonly args?: {
    readonly dumps?: {
      readonly allocators?: Readonly<
        Record<string, { readonly attrs?: { readonly size?: { readonly value: string } } }>
      >;
    };
  };
}

/** Bytes of decoded images that Chromium keeps in its cache of discardable memory, in all processes. */
export async function cachedPixelBytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const dumps: MemoryDump[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const dump of value as MemoryDump[]) dumps.push(dump);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-memory-infra'] },
  });
  await session.send('Tracing.requestMemoryDump', { levelOfDetail: 'light' });
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return dumps.reduce(
    (sum, { args }) =>
      sum + Number.parseInt(args?.dumps?.allocators?.discardable?.attrs?.size?.value ?? '0', 16),
    0,
  );
}
