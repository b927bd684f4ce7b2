import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Credentials, S3Settings } from '../../library/node/s3/s3.ts';
import { removeFolder, startProgram, temporaryFolder, until } from './programs.ts';

/** OpenStack Swift with its S3 API, started by the test. */
export interface Swift {
  readonly settings: S3Settings & { readonly credentials: S3Credentials };
  remove(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('swift-server.py', import.meta.url));

export async function startSwift(): Promise<Swift> {
  const folder = await temporaryFolder('swift');
  // Debian's own Python has the packages; -B: nothing compiled is left beside the program.
  const program = startProgram('/usr/bin/python3', ['-B', PROGRAM, join(folder, 'swift')]);
  const line = () => /^\{.*\}$/m.exec(program.output())?.[0];
  await until('Swift answers', async () => line() !== undefined, program);
  const { endpoint, region, accessKeyId, secretAccessKey } = JSON.parse(line()!) as Omit<
    S3Settings,
    'credentials'
  > &
    S3Credentials;
  return {
    settings: {
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey, sessionToken: undefined },
      totalMs: 60_000,
    },
    async remove() {
      await program.stop();
      await removeFolder(folder);
    },
  };
}
