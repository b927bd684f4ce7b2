import { Redis } from 'ioredis';
import { freePort } from '../support/free-port.ts';
import { accepts } from './postgres.ts';
import { type Program, removeFolder, startProgram, temporaryFolder, until } from './programs.ts';

/** A Redis started by the test, without persistence. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Pauses it: connections stay open, and nothing is answered. Returns a function that resumes it. */
  freeze(): () => void;
  /** How often this command was called since the start. */
  calls(command: string): Promise<number>;
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
    freeze() {
      const { child } = program;
      child.kill('SIGSTOP');
      return () => void child.kill('SIGCONT');
    },
    async calls(command) {
      const client = new Redis(port, '127.0.0.1');
      const stats = await client.info('commandstats');
      client.disconnect();
      return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
    },
    async remove() {
      await program.stop();
      await removeFolder(folder);
    },
  };
}
