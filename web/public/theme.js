// Runs before the first paint, so that the chosen theme does not flash. web/app/theme.ts writes this value.
try {
  const theme = localStorage.getItem('pagelight.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden: the system's theme is used.
}
