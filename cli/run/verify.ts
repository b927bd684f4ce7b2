import { createNodeHost } from '../../library/node/host.ts';
import type { ExitCode } from '../../library/terminal/exit-code.ts';
import { terminal } from '../../library/terminal/output.ts';
import { checkReceipt } from '../../shared/receipt/check-receipt.ts';
import { verify } from '../../shared/verify.ts';
import { loadPageDrawer } from '../drawing/pdfium-pages.ts';
import { verifyCommand } from '../verify-command.ts';

export function runVerify(args: readonly string[]): Promise<ExitCode> {
  return verifyCommand(args, {
    verify,
    checkReceipt,
    loadDrawer: loadPageDrawer,
    host: createNodeHost(),
    output: terminal,
  });
}
