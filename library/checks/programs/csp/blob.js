import { compress } from '/node_modules/pagelight/browser.js';

window.run = async (input) => {
  const { bytes, report } = await compress(input, { quality: 60 });
  return { bytes, ratio: report.ratio };
};
