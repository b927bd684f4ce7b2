import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { build as esbuild, type Plugin } from 'esbuild';
import { TOOLS_FOLDER } from '../../scripts/setup/package-tools.mjs';

/** Bundles a Worker as Cloudflare's tool does: one script, and each `.wasm` file as a module of its own. */
export async function bundleWorker(entry: string, folder: string): Promise<void> {
  const modules = new Set<string>();
  const wasm: Plugin = {
    name: 'wasm',
    setup(build) {
      build.onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
        modules.add(basename(path));
        copyFileSync(join(resolveDir, path), join(folder, basename(path)));
        return { path: `./${basename(path)}`, external: true };
      });
    },
  };
  await esbuild({
    entryPoints: [entry],
    outfile: join(folder, 'main.js'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    plugins: [wasm],
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'config.capnp'), configOf([...modules]));
}

function configOf(wasm: readonly string[]): string {
  const modules = wasm.map((name) => `(name = "${name}", wasm = embed "${name}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "main.js", esModule = embed "main.js"), ${modules.join(', ')}],
  compatibilityDate = "2026-01-01",
);
`;
}

export interface RunningWorker {
  readonly origin: string;
  readonly child: ChildProcess;
}

/** Starts Cloudflare's runtime on a free port of the loopback. */
export async function startWorker(folder: string): Promise<RunningWorker> {
  const child = spawn(workerdProgram(), ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const control = child.stdio[3] as Readable;
  let told = '';
  for (;;) {
    const [part] = await Promise.race([once(control, 'data'), once(child, 'close').then(() => [undefined])]);
    if (part === undefined) throw new Error('workerd ended');
    told += part;
    const port = /"event":"listen".*"port":\s*(\d+)/.exec(told)?.[1];
    if (port !== undefined) return { origin: `http://127.0.0.1:${port}`, child };
  }
}

/** Each platform has its own package. */
function workerdProgram(): string {
  const { platform, arch } = process;
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'arm64' : '64'}`;
  const program = `@cloudflare/workerd-${name}/bin/workerd${platform === 'win32' ? '.exe' : ''}`;
  return join(TOOLS_FOLDER, 'node_modules', program);
}
