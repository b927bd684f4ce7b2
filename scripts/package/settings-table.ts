import { join } from 'node:path';
import { SETTING_SPECS, type SettingSpec } from '../../server/settings/setting-specs.ts';
import { ROOT } from '../project.mjs';
import { withGenerated } from './generated-part.ts';

/** The page with all settings of the server. */
export const SETTINGS_PAGE = join(ROOT, 'docs/settings.md');

const MARKS = {
  begin: '<!-- settings: made by `npm run generate` -->',
  end: '<!-- end of settings -->',
};

export function pageWithSettings(page: string): string {
  const rows = Object.entries(SETTING_SPECS).map(
    ([name, spec]) => `| \`${name}\` | ${shownDefault(spec)} | ${spec.says} |\n`,
  );
  return withGenerated(page, MARKS, `| variable | default | meaning |\n|---|---|---|\n${rows.join('')}`);
}

function shownDefault(spec: SettingSpec): string {
  if (spec.shown !== undefined) return spec.shown;
  const value = 'default' in spec ? spec.default : undefined;
  return value === undefined || value === '' ? 'none' : String(value);
}
