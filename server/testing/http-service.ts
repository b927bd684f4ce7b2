import type { Server } from 'node:http';
import type { AppDeps } from '../app.ts';
import { createHttpServer, listen, listenerOf, type ServerTimeouts } from '../ops/http-server.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { startTestService, type TestService } from './service.ts';

/** The whole app behind a real local port. */
export interface HttpService extends TestService {
  readonly server: Server;
  readonly port: number;
  readonly origin: string;
}

export async function startHttpService(
  deps: Partial<AppDeps> = {},
  timeouts?: ServerTimeouts,
  outbound?: Outbound,
): Promise<HttpService> {
  const service = await startTestService(deps, {}, outbound);
  const server = createHttpServer(listenerOf(service.app.fetch), timeouts);
  const port = await listen(server, 0, '127.0.0.1');
  return {
    ...service,
    server,
    port,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await service.close();
    },
  };
}
