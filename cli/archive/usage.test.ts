import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readArchiveUsage } from './usage.ts';

test('the job of Kubernetes in deploy/ is a command that this program takes, in as many parts as it has pods to complete', () => {
  const job = parse(
    readFileSync(new URL('../../deploy/kubernetes/archive/job.yaml', import.meta.url), 'utf8'),
  );
  const [{ args }] = job.spec.template.spec.containers;
  const [command, ...rest] = args;
  expect(command).toBe('archive');
  const { completions } = job.spec;
  expect(readArchiveUsage(rest, { JOB_COMPLETION_INDEX: String(completions - 1) })).toMatchObject({
    command: 'run',
    store: 's3://runs/2026',
    part: { index: completions, count: completions },
  });
  expect(readArchiveUsage(rest, { AWS_BATCH_JOB_ARRAY_INDEX: '0' })).toMatchObject({
    part: { index: 1, count: completions },
  });
  expect(readArchiveUsage(rest, { JOB_COMPLETION_INDEX: String(completions) })).toMatchObject({
    faults: [expect.stringContaining(`must be more than ${completions}`)],
  });
});
