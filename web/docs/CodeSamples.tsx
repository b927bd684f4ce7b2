import { docsWords } from '../text/docs.ts';
import { CodeTabs } from '../ui/code/CodeTabs.tsx';
import type { Endpoint } from './contract.ts';
import { sample } from './samples.ts';

/** The call of an endpoint in each language. */
export function CodeSamples({ endpoint }: { readonly endpoint: Endpoint }) {
  return <CodeTabs call={(language) => sample(language, endpoint, location.origin)} words={docsWords} />;
}
