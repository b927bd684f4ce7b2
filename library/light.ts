/** The exports shared by all entries: types, options, errors. Nothing heavy. */

export type {
  CompressOptions,
  CompressReport,
  DamageReport,
  FontReport,
  ImageOverride,
  ImageOverrides,
  ImageReport,
  Inspection,
  OptionIssue,
  OptionName,
  OptionSetName,
  OptionSpec,
  PartReport,
  PdfProblem,
  PdfProblemCode,
  Phase,
  PresetName,
  Progress,
  Receipt,
  SkipReason,
  SplitPart,
  Verification,
  Warning,
} from '../shared/index.ts';
export {
  DEFAULT_OPTIONS,
  DEFAULT_PRESET,
  ENGINE_VERSION,
  OPTION_NAMES,
  OPTION_SETS,
  OPTION_SPECS,
  PdfError,
  PRESETS,
  parseByteSize,
  problemOf,
  WARNING_TEXTS,
} from '../shared/index.ts';
export type { Compressed } from './engine/engine.ts';
export { EngineClosedError } from './engine/engine-closed.ts';
export {
  type CallOptions,
  type CompressCallOptions,
  type CompressSettings,
  OptionError,
} from './engine/settings.ts';
export { WorkerCrashedError } from './engine/thread-lost.ts';
