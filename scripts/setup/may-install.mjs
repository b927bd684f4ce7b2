/** Set for `--no-install`, which tests that start programs of ours inherit. */
const NO_INSTALL = 'PAGELIGHT_NO_INSTALL';

export function forbidInstalling() {
  process.env[NO_INSTALL] = '1';
}

export function mayInstall() {
  return process.env[NO_INSTALL] === undefined;
}
