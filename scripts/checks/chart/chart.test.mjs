import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../../server/config.ts';
import { CHART, renderChart, rendered } from './render.mjs';

// The part of the schemas of Kubernetes and KEDA that the chart uses: a key in a wrong place is refused.
const text = z.string().min(1);
const labels = z.strictObject({ app: text, part: text });
const metadata = z.strictObject({ name: text, labels, annotations: z.record(text, z.string()).optional() });
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: text }),
  periodSeconds: z.int().positive(),
  failureThreshold: z.int().positive().optional(),
});
const container = z.strictObject({
  name: text,
  image: z.string().regex(/^[\w./-]+:[\w.-]+$/),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
  args: z.array(text).optional(),
  ports: z.array(z.strictObject({ name: text, containerPort: z.int() })),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name: text }) })),
  env: z.array(z.strictObject({ name: z.string().regex(/^[A-Z_\d]+$/), value: z.string() })),
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.strictObject({
    requests: z.record(z.enum(['cpu', 'memory']), text),
    limits: z.partialRecord(z.enum(['cpu', 'memory']), text),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.array(text) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: text, mountPath: text })),
});
const pod = z.strictObject({
  terminationGracePeriodSeconds: z.int().positive(),
  serviceAccountName: text.optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int(),
    runAsGroup: z.int(),
    fsGroup: z.int(),
  }),
  containers: z.array(container).length(1),
  volumes: z.array(
    z.strictObject({
      name: text,
      persistentVolumeClaim: z.strictObject({ claimName: text }).optional(),
      emptyDir: z.strictObject({}).optional(),
    }),
  ),
});
const object = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({
      replicas: z.int().optional(),
      selector: z.strictObject({ matchLabels: labels }),
      template: z.strictObject({
        metadata: z.strictObject({ labels, annotations: z.record(text, z.string()).optional() }),
        spec: pod,
      }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata,
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ name: text, port: z.int(), targetPort: text })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('PersistentVolumeClaim'),
    metadata,
    spec: z.strictObject({
      accessModes: z.array(z.literal('ReadWriteMany')),
      storageClassName: text.optional(),
      resources: z.strictObject({ requests: z.strictObject({ storage: text }) }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('autoscaling/v2'),
    kind: z.literal('HorizontalPodAutoscaler'),
    metadata,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ apiVersion: z.literal('apps/v1'), kind: text, name: text }),
      minReplicas: z.int().positive(),
      maxReplicas: z.int().positive(),
      metrics: z.array(
        z.strictObject({
          type: z.literal('Resource'),
          resource: z.strictObject({
            name: z.enum(['cpu', 'memory']),
            target: z.strictObject({
              type: z.literal('Utilization'),
              averageUtilization: z.int().positive(),
            }),
          }),
        }),
      ),
      behavior: z.strictObject({ scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int() }) }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('keda.sh/v1alpha1'),
    kind: z.literal('ScaledObject'),
    metadata,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ name: text }),
      minReplicaCount: z.int(),
      maxReplicaCount: z.int(),
      pollingInterval: z.int(),
      cooldownPeriod: z.int(),
      triggers: z.array(
        z.strictObject({
          type: z.literal('prometheus'),
          metadata: z.strictObject({ serverAddress: z.url(), query: text, threshold: z.string() }),
        }),
      ),
    }),
  }),
]);

/** @param {Readonly<Record<string, string | number | boolean>>} [set] */
function chart(set) {
  const objects = renderChart(set).map((each) => object.parse(each));
  /** @param {string} kind @param {string} name @returns {any} */
  const of = (kind, name) => objects.find((each) => each.kind === kind && each.metadata.name === name);
  return { objects, of };
}

/** @param {any} deployment */
const containerOf = (deployment) => deployment.spec.template.spec.containers[0];
/** @param {any} deployment */
const envOf = (deployment) =>
  Object.fromEntries(containerOf(deployment).env.map((/** @type {any} */ each) => [each.name, each.value]));

test('the chart renders to objects that fit together', () => {
  const { objects, of } = chart();
  expect(objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`).sort()).toEqual([
    'Deployment pdf-server',
    'Deployment pdf-worker',
    'PersistentVolumeClaim pdf-files',
    'Service pdf',
  ]);
  for (const part of ['server', 'worker']) {
    const { spec } = of('Deployment', `pdf-${part}`);
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    expect(spec.replicas).toBe(2);
    const { volumes, terminationGracePeriodSeconds } = spec.template.spec;
    const { volumeMounts, ports, livenessProbe, readinessProbe, image } = containerOf({ spec });
    /** @param {readonly any[]} all */
    const names = (all) => all.map(({ name }) => name);
    expect(names(volumeMounts)).toEqual(names(volumes));
    expect(volumes[0].persistentVolumeClaim.claimName).toBe('pdf-files');
    for (const { httpGet } of [livenessProbe, readinessProbe]) expect(httpGet.port).toBe(ports[0].name);
    expect(image).toBe('pagelight:0.2.0');
    expect(terminationGracePeriodSeconds).toBe(330);
  }
  const service = of('Service', 'pdf');
  const server = of('Deployment', 'pdf-server');
  expect(service.spec.selector).toEqual(server.spec.selector.matchLabels);
  expect(service.spec.ports[0].targetPort).toBe(containerOf(server).ports[0].name);
});

test('every variable of the pods is a setting, and a worker listens where it is asked', () => {
  const { of } = chart({ 'settings.BUCKETS': 'documents=both' });
  const secret = {
    DATABASE_URL: 'postgres://a:b@c/d',
    JOBS_SECRET: Buffer.alloc(32).toString('base64'),
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  for (const part of ['server', 'worker']) {
    const env = envOf(of('Deployment', `pdf-${part}`));
    const asked = new Set();
    const config = readConfig(
      new Proxy(
        { ...secret, ...env },
        {
          get(all, name) {
            asked.add(name);
            return Reflect.get(all, name);
          },
        },
      ),
    );
    expect(Object.keys(env).filter((name) => !asked.has(name))).toEqual([]);
    expect(config.jobs).toMatchObject({ folder: '/jobs', works: part === 'worker' });
    expect(config.jobs?.buckets).toHaveLength(1);
    if (part === 'worker')
      expect(containerOf(of('Deployment', 'pdf-worker')).ports[0].containerPort).toBe(config.workPort);
  }
});

test('with KEDA it scales the workers, whose number is then its own; a claim of yours is used', () => {
  const { objects, of } = chart({
    'workers.keda.enabled': true,
    'files.claim': 'shared',
    jobTimeoutSeconds: 60,
  });
  const { spec } = of('ScaledObject', 'pdf-worker');
  expect([spec.scaleTargetRef.name, spec.minReplicaCount, spec.maxReplicaCount]).toEqual([
    'pdf-worker',
    0,
    20,
  ]);
  const worker = of('Deployment', 'pdf-worker');
  expect(worker.spec).not.toHaveProperty('replicas');
  expect(worker.spec.template.spec.terminationGracePeriodSeconds).toBe(90);
  expect(worker.spec.template.spec.volumes[0].persistentVolumeClaim.claimName).toBe('shared');
  expect(objects.map(({ kind }) => kind)).not.toContain('PersistentVolumeClaim');
});

test('without KEDA an HPA scales the workers by the processors that they ask for', () => {
  const { of } = chart({ 'workers.hpa.enabled': true, 'workers.hpa.max': 9 });
  const { spec } = of('HorizontalPodAutoscaler', 'pdf-worker');
  const worker = of('Deployment', spec.scaleTargetRef.name);
  expect(worker.spec).not.toHaveProperty('replicas');
  // Use is a part of what is asked for.
  expect(containerOf(worker).resources.requests).toHaveProperty(spec.metrics[0].resource.name);
  expect([spec.minReplicas, spec.maxReplicas]).toEqual([1, 9]);
  // Two would work against each other.
  const both = chart({ 'workers.hpa.enabled': true, 'workers.keda.enabled': true });
  expect(both.objects.map(({ kind }) => kind)).not.toContain('HorizontalPodAutoscaler');
});

test('the chart has the version of the package', () => {
  const chartFile = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(CHART, '../../package.json'), 'utf8'));
  expect([chartFile.version, chartFile.appVersion]).toEqual([version, version]);
});

test('conditions, loops and pipelines of templates; an unknown value or function is an error', () => {
  const scope = { Values: { a: 1, none: '', map: { x: 'y"', z: 2 } } };
  expect(rendered('{{ if .Values.none }}no{{ end }}{{- if not .Values.none }}yes{{ end }}', scope)).toBe(
    'yes',
  );
  expect(rendered('{{ range $k, $v := .Values.map }}{{ $k }}={{ $v | quote }};{{ end }}', scope)).toBe(
    'x="y\\"";z="2";',
  );
  expect(
    rendered('{{ .Values.none | default (printf "%s-b" .Values.a) }} {{ add .Values.a 2 }}', scope),
  ).toBe('1-b 3');
  expect(() => rendered('{{ .Values.other }}', scope)).toThrow('no value for .Values.other');
  expect(() => rendered('{{ upper .Values.a }}', scope)).toThrow('unknown function: upper');
});

test('a service account, whose role may use buckets, is that of servers and workers', () => {
  const account = (/** @type {ReturnType<typeof chart>} */ { of }) =>
    ['server', 'worker'].map((part) => of('Deployment', `pdf-${part}`).spec.template.spec.serviceAccountName);
  expect(account(chart())).toEqual([undefined, undefined]);
  expect(account(chart({ serviceAccountName: 'scans' }))).toEqual(['scans', 'scans']);
});
