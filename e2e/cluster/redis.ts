import { accepts } from './postgres.ts';
import { freePort, type Program, removeFolder, startProgram, temporaryFolder, until } from './programs.ts';

/** A Redis of the test's own, which keeps nothing. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = await temporaryFolder('redis');
  const port = await freePort();
  let program: Program;
  const start = async () => {
    const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder];
    program = startProgram('redis-server', settings);
    await until('Redis accepts connections', () => accepts(port), program);
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: () => program.stop('SIGKILL'),
    async remove() {
      await program.stop();
      await removeFolder(folder);
    },
  };
}
