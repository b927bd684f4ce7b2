import { compress, createEngine } from '/node_modules/pagelight/browser.js';

// The policy of the page refuses blob: addresses.
window.refused = () =>
  compress(new Uint8Array(10)).catch((error) => [error.name, error.reason, error.message]);

window.run = async (input) => {
  const engine = createEngine({ workerUrl: '/node_modules/pagelight/worker.js' });
  const { bytes, report } = await engine.compress(input, { quality: 60 });
  engine.close();
  return { bytes, ratio: report.ratio };
};
