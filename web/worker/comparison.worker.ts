/* What only comparisons need: a script of its own in builds, see scripts/package/comparison-script.ts. */
export { checkReceipt } from '../../shared/receipt/check-receipt.ts';
export { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
export { verify } from '../../shared/verify.ts';
