/** Pages of Chromium's own, two beside each of ours, for lists under an address bar that nobody sees here: a third of a short test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * What Playwright itself turns off, as far as it concerns these tests: a page's own loading, storage and painting, and questions
 * to others. Of several such switches Chromium hears the last alone.
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

/** A browser that shows pages and keeps no more of its own window than it must. */
export const LITTLE_WINDOW = `--disable-features=${[...AS_PLAYWRIGHT_DOES, ...ADDRESS_BAR].join(',')}`;
