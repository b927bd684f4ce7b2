/** Light entry point: types, options, errors and text keys. No pdf-lib, no WASM; safe for a page's main thread. */

export type { MovedPixelRule } from './codecs/moved-pixels/judge.ts';
export type { WasmName } from './codecs/wasm-modules.ts';
export { PdfError, type PdfProblem, type PdfProblemCode, problemOf } from './errors.ts';
export type { Host } from './host.ts';
export {
  type ImageOverride,
  type ImageOverrides,
  NO_OVERRIDES,
  parseImageOverrides,
} from './image-overrides.ts';
export type {
  ByteCategory,
  DocumentFeatures,
  InspectedFont,
  InspectedImage,
  InspectedPageSize,
  InspectedPlacement,
  InspectedSecurity,
  Inspection,
  Permission,
  Probe,
  ProbedImage,
} from './inspection.ts';
export { DEFAULT_LIMITS, type LimitName, type Limits } from './limits.ts';
export {
  type BooleanSpec,
  type CompressOptions,
  DEFAULT_OPTIONS,
  expectedText,
  type IntegerSpec,
  integerRange,
  isOptionName,
  isOptionValue,
  mayBecomeLayers,
  OPTION_NAMES,
  OPTION_SPECS,
  type OptionIssue,
  type OptionName,
  type OptionSpec,
  type ParsedOptions,
  parseByteSize,
  parseOptionTexts,
} from './options.ts';
export { partName } from './part-name.ts';
export {
  DEFAULT_PRESET,
  isOptionSetName,
  OPTION_SET_NAMES,
  OPTION_SETS,
  type OptionSetName,
  PRESETS,
  type PresetName,
} from './presets.ts';
export { createProgressMeter, type Phase, type Progress, type ProgressMeter } from './progress.ts';
export type { ReadReceipt } from './receipt/read-receipt.ts';
export {
  type ComparedKind,
  isReceiptValid,
  RECEIPT_SCHEMA,
  type Receipt,
  type ReceiptFields,
  type ReceiptImage,
  type ReceiptVerdict,
} from './receipt/receipt.ts';
export type {
  BilevelReport,
  CompressReport,
  CompressResult,
  DamageReport,
  DocumentFacts,
  ExactReason,
  FontOutcome,
  FontProgramFormat,
  FontReport,
  FontStep,
  ImageCodec,
  ImageOutcome,
  ImageReport,
  MovedEdges,
  PartReport,
  PassId,
  PassReport,
  ProfileReport,
  SkipReason,
  SplitPart,
  Warning,
} from './report.ts';
export {
  addedKinds,
  type CategoryResult,
  LOOKS_DIFFERENT,
  type Loss,
  type LossChange,
  looksDifferent,
  lostKinds,
  type MovedPixelsFound,
  VERIFIED_KINDS,
  type Verification,
  type VerifiedFile,
  type VerifiedKind,
  type VerifiedPage,
} from './verification.ts';
export { ENGINE_VERSION } from './version.ts';
export { WARNING_TEXTS } from './warning-texts.ts';
