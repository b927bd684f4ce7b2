import './tier-up.ts';
import { checkReceipt } from '../shared/receipt/check-receipt.ts';
import { verify } from '../shared/verify.ts';
import { terminal } from './cli/output.ts';
import { verifyCommand } from './cli/verify-command.ts';
import { loadPageDrawer } from './drawing/pdfium-pages.ts';
import { createNodeHost } from './host.ts';

process.exitCode = await verifyCommand(process.argv.slice(2), {
  verify,
  checkReceipt,
  loadDrawer: loadPageDrawer,
  host: createNodeHost(),
  output: terminal,
});
