export { ownBoundaryProblems as ownLayerProblems } from './boundaries.mjs';
