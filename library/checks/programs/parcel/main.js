import { compress } from 'pagelight';

window.run = async (input) => {
  const { bytes, report } = await compress(new Blob([input]), { quality: 60 });
  return { bytes, ratio: report.ratio };
};
