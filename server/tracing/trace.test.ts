import { expect, test } from 'vitest';
import { smallPdf } from '../testing/documents.ts';
import { startHttpService } from '../testing/http-service.ts';
import { traceOf } from './trace.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test.each([
  ['as it is written', `00-${ID}-${PARENT}-01`, true],
  ['of a later version with more behind', `01-${ID}-${PARENT}-00-more`, true],
  ['of a version that is none', `ff-${ID}-${PARENT}-01`, false],
  ['without a trace', `00-${'0'.repeat(32)}-${PARENT}-01`, false],
  ['without a parent', `00-${ID}-${'0'.repeat(16)}-01`, false],
  ['in capitals', `00-${ID.toUpperCase()}-${PARENT}-01`, false],
  ['cut short', `00-${ID}`, false],
  ['absent', undefined, false],
])('traceparent %s', (_what, traceparent, isTaken) => {
  expect(traceOf(traceparent)?.traceId).toBe(isTaken ? ID : undefined);
});

test('a trace is taken over, logged with the request id, and told in the answer', async () => {
  const service = await startHttpService();
  const ask = (headers: Record<string, string>) =>
    smallPdf().then((body) =>
      fetch(`${service.origin}/api/v1/compress`, {
        method: 'POST',
        body,
        headers: { 'X-API-Key': service.key, 'Content-Type': 'application/pdf', ...headers },
      }),
    );
  const answer = await ask({ traceparent: `00-${ID}-${PARENT}-01` });
  const told = /^00-([\da-f]{32})-([\da-f]{16})-01$/.exec(answer.headers.get('traceresponse') ?? '');
  expect(told?.[1]).toBe(ID);
  expect(told?.[2]).not.toBe(PARENT);
  expect(service.logLines.at(-1)).toMatchObject({
    requestId: answer.headers.get('X-Request-Id'),
    traceId: ID,
    spanId: told?.[2],
  });
  expect((await ask({})).headers.get('traceresponse')).toBeNull();
  await service.close();
});
