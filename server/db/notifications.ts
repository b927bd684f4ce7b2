import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Short messages between the processes of one PostgreSQL. Best effort: rows are the truth, and a message says only where to look. */
export interface Notifications {
  send(message: string): void;
  close(): void;
}

const RECONNECT_MS = 500;

/**
 * Listens on a channel with a connection of its own, and connects again whenever that is lost.
 *
 * @param onMessage gets an empty message after each connect: others may have been missed
 */
export function listenOn(
  databaseUrl: string,
  channel: string,
  onMessage: (message: string) => void,
): Notifications {
  let client: pg.Client | undefined;
  let isClosed = false;
  // A connection takes one query at a time.
  let sent: Promise<unknown> = Promise.resolve();

  const connectUntilLost = async () => {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      next.once('error', () => resolve());
      next.once('end', resolve);
    });
    next.on('error', () => undefined);
    next.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = next;
      onMessage('');
      if (!isClosed) await lost;
    } finally {
      client = undefined;
      await next.end().catch(() => undefined);
    }
  };
  const stay = async () => {
    while (!isClosed) {
      await connectUntilLost().catch(() => undefined);
      if (!isClosed) await delay(RECONNECT_MS, undefined, { ref: false });
    }
  };
  void stay();

  return {
    send(message) {
      const query = () => client?.query('select pg_notify($1, $2)', [channel, message]);
      sent = sent.then(query).catch(() => undefined);
    },
    close() {
      isClosed = true;
      client?.end().catch(() => undefined);
    },
  };
}
