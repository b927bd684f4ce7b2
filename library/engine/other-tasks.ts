/** Tasks of a document's thread besides compressing. Node loads it when asked for, as it is a fifth of the script. */
export { inspect } from '../../shared/inspect.ts';
export { checkReceipt } from '../../shared/receipt/check-receipt.ts';
export { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
export { verify } from '../../shared/verify.ts';
