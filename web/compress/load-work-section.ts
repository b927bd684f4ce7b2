/** Called early, so that nothing is left to fetch when the first file arrives. */
export const loadWorkSection = () => import('./WorkSection.tsx');
