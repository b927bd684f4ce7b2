import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/config.ts';
import { WALL_TIMES } from '../../server/pool/pool.ts';

const ROOT = join(import.meta.dirname, '../..');
const KUBERNETES = join(ROOT, 'deploy/kubernetes');

// biome-ignore lint/suspicious/noExplicitAny: any object of Kubernetes; its type is checked below
type Manifest = any;

/** Renders a kustomization by the real kubectl. */
function rendered(folder: string): readonly Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', join(KUBERNETES, folder)], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS());
}

const named = (all: readonly Manifest[], kind: string, name: string) =>
  all.find((each) => each.kind === kind && each.metadata.name === name);

/** Types of the published schemas (kubernetes-types), which know each field and refuse any other. */
function typeFaults(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Objects with their types. KEDA is no part of Kubernetes: its own documentation has its schema. */
function typed(all: readonly Manifest[]): string {
  return all
    .filter(({ apiVersion }) => !apiVersion.startsWith('keda.sh/'))
    .map(({ apiVersion, kind, ...rest }, n) => {
      const module = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '');
      const text = JSON.stringify({ apiVersion, kind, ...rest });
      return `export const object${n}: import('kubernetes-types/${module}').${kind} = ${text};`;
    })
    .join('\n');
}

test('every kustomization renders to objects that the schemas of Kubernetes know, and a wrong key is found', async () => {
  const all = ['base', 'overlays/keda', 'overlays/hpa', 'archive'].flatMap(rendered);
  // Beside the test, where the types are found.
  const file = join(import.meta.dirname, `kubernetes-${process.pid}.generated.ts`);
  try {
    await writeFile(file, typed(all));
    expect(typeFaults(file)).toEqual([]);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"maxUnavailable":1', '"maxUnavailble":1'));
    expect(typeFaults(file)).toEqual([expect.stringContaining('maxUnavailble')]);
  } finally {
    await rm(file, { force: true });
  }
});

test('the objects fit together, and pods have the time that their settings need to end', () => {
  const all = rendered('base');
  expect(all.map(({ kind, metadata: { name } }) => `${kind} ${name}`.replace(/-\w{10}$/, '')).sort()).toEqual(
    [
      'ConfigMap pagelight',
      'Deployment pagelight-server',
      'Deployment pagelight-worker',
      'NetworkPolicy pagelight-egress',
      'PersistentVolumeClaim pagelight-files',
      'PodDisruptionBudget pagelight-server',
      'PodDisruptionBudget pagelight-worker',
      'Service pagelight',
    ],
  );
  const settings = all.find(({ kind }) => kind === 'ConfigMap');
  const graces = ['server', 'worker'].map((part) => {
    const { spec } = named(all, 'Deployment', `pagelight-${part}`);
    const pod = spec.template.spec;
    const [container] = pod.containers;
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    expect(named(all, 'PodDisruptionBudget', `pagelight-${part}`).spec.selector).toEqual(spec.selector);
    expect(container.envFrom[0].configMapRef.name).toBe(settings.metadata.name);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.port).toBe(container.ports[0].name);

    const own = container.env.map(({ name, value }: Manifest) => [name, value]);
    const given = { ...settings.data, ...Object.fromEntries(own) };
    const secret = { DATABASE_URL: 'postgres://a:b@c/d', JOBS_SECRET: Buffer.alloc(32).toString('base64') };
    const asked = new Set<PropertyKey>();
    const read = (values: Record<string, string>, name: string) => {
      asked.add(name);
      return values[name];
    };
    const config = readConfig(new Proxy({ ...secret, ...given }, { get: read as never }));
    expect(Object.keys(given).filter((name) => !asked.has(name))).toEqual([]);
    expect(config.jobs).toMatchObject({ folder: '/jobs', works: part === 'worker' });
    const needMs =
      part === 'server'
        ? config.drainDelayMs + config.shutdownGraceMs
        : WALL_TIMES * Number(given.JOB_TIMEOUT_S) * 1000;
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(needMs);
    return pod.terminationGracePeriodSeconds;
  });
  expect(graces[0]).toBe(graces[1]);
  const server = named(all, 'Deployment', 'pagelight-server').spec.template;
  expect(server.metadata.labels).toMatchObject(named(all, 'Service', 'pagelight').spec.selector);
});

test.each([
  ['keda', 'ScaledObject'],
  ['hpa', 'HorizontalPodAutoscaler'],
])('the overlay %s leaves the number of workers to its %s', (overlay, kind) => {
  const all = rendered(`overlays/${overlay}`);
  const scaler = named(all, kind, 'pagelight-worker');
  const worker = named(all, 'Deployment', scaler.spec.scaleTargetRef.name);
  expect(worker.spec).not.toHaveProperty('replicas');
});

test('the image has the version of the package', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const worker = named(rendered('base'), 'Deployment', 'pagelight-worker');
  expect(worker.spec.template.spec.containers[0].image).toBe(`pagelight:${version}`);
});
