import type { Receipt } from '../receipt/receipt.ts';

/** A receipt with one false statement, and the field that a check must name. */
export interface ForgedReceipt {
  readonly field: string;
  readonly receipt: Readonly<Record<string, unknown>>;
}

/** Twelve forgeries of a right receipt, which must have compared kinds. */
export function forgedReceipts(receipt: Receipt): readonly ForgedReceipt[] {
  const [first, ...others] = receipt.compared!;
  const sha256 = 'ab'.repeat(32);
  const changes: Readonly<Record<string, object>> = {
    'engine.name': { engine: { ...receipt.engine, name: 'ghostscript' } },
    'input.size': { input: { ...receipt.input, size: 1 } },
    'output.size': { output: { ...receipt.output, size: 1 } },
    'output.sha256': { output: { ...receipt.output, sha256 } },
    parts: { parts: [{ firstPage: 1, lastPage: 1, size: 5, sha256 }] },
    unchanged: { unchanged: !receipt.unchanged },
    passwordUsed: { passwordUsed: !receipt.passwordUsed },
    'document.signed': { document: { ...receipt.document, signed: !receipt.document.signed } },
    'compared[0].before': { compared: [{ ...first, before: first!.before + 1000 }, ...others] },
    imagesChanged: { imagesChanged: [...receipt.imagesChanged, { object: 1 }] },
    warnings: { warnings: [...receipt.warnings, 'signed'] },
    approvedBy: { approvedBy: 'an archive' },
  };
  return Object.entries(changes).map(([field, change]) => ({ field, receipt: { ...receipt, ...change } }));
}
