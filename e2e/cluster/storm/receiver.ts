import { Webhook } from 'standardwebhooks';
import { type LoopbackService, startLoopbackService } from '../../../server/testing/loopback-service.ts';

/** A receiver of webhooks that may be down, and judges each delivery by the standard's own package. */
export interface StormReceiver extends LoopbackService {
  /** Secrets by the path of their webhook. */
  readonly secrets: Map<string, string>;
  /** How often each event was taken, by its id. */
  readonly taken: ReadonlyMap<string, number>;
  readonly counts: { refused: number; badSignatures: number };
  isDown: boolean;
}

export async function startStormReceiver(): Promise<StormReceiver> {
  const secrets = new Map<string, string>();
  const taken = new Map<string, number>();
  const counts = { refused: 0, badSignatures: 0 };
  const service = await startLoopbackService((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (receiver.isDown) {
        counts.refused += 1;
        response.writeHead(503).end();
        return;
      }
      const headers = request.headers as Record<string, string>;
      try {
        new Webhook(secrets.get(request.url ?? '') ?? '').verify(Buffer.concat(pieces), headers);
      } catch {
        counts.badSignatures += 1;
      }
      const id = headers['webhook-id'] ?? '';
      taken.set(id, (taken.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  const receiver: StormReceiver = { ...service, secrets, taken, counts, isDown: false };
  return receiver;
}
