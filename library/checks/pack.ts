import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packTarball, stagePackage } from '../../scripts/package/stage.mjs';
import { runNpm } from '../../scripts/setup/install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly tarball: string;
    /** A folder with the package installed and the programs beside it. */
    readonly app: string;
  }
}

/** Packs the package once and installs it outside the checkout. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-package-'));
  await stagePackage(console.error);
  const tarball = await packTarball(folder);
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true }\n');
  // Offline: the tarball has no dependencies.
  const { code, output } = await runNpm(['install', '--prefix', app, '--offline', '--no-audit', tarball]);
  if (code !== 0) throw new Error(output);
  cpSync(join(import.meta.dirname, 'programs'), app, { recursive: true });
  project.provide('tarball', tarball);
  project.provide('app', app);
  return () => rmSync(folder, { recursive: true, force: true });
}
