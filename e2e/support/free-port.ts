import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports (Linux from 32768, IANA from 49152), so that a restarted server finds its port free. */
const FIRST = 10_240;
const BEHIND_LAST = 32_768;

/** A local port without a listener. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, BEHIND_LAST);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
