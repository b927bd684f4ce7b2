/**
 * Chromium's own pages for address bar suggestions, two per page of ours, invisible here: a third of the time of a
 * short test.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * Features that Playwright disables itself, as far as they concern these tests: a page's loading, storage and painting,
 * and prompts. Chromium honors only the last of several such switches.
 */
const AS_PLAYWRIGHT_DOES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Minimizes the browser's own user interface. */
export const LITTLE_WINDOW = `--disable-features=${[...AS_PLAYWRIGHT_DOES, ...ADDRESS_BAR].join(',')}`;
