export { type Applied, applyCommands } from './apply-commands.ts'
export { checkDocument } from './check-document.ts'
export { Batch, captionsContract } from './contract.ts'
export { Command, type CommandOf, type TypedWord } from './commands.ts'
export { createDocument, DEFAULT_TEMPLATE, type NewDocument } from './create-document.ts'
export {
  CaptionDocument,
  Cue,
  cuesOf,
  MAIN_STYLE,
  MediaFacts,
  ProfileId,
  SCHEMA,
  TemplateRef,
  Track,
  withCues,
  Word,
  WordTag,
  WordText,
} from './document.ts'
export { exportJson, exportSrt, exportVtt } from './export-captions.ts'
export { findText, type TextMatch, type TextQuery } from './find-text.ts'
export { type ImportedCaptions, importDocument, importSubtitles } from './import-captions.ts'
export { type Profile, PROFILES } from './profiles.ts'
export { segmentWords } from './segment.ts'
export {
  cueIndex,
  cueIndexAt,
  cueOfWord,
  cueSpan,
  linesOf,
  type Span,
  textOf,
  wordIndex,
  wordIndexAtTime,
  wordsOf,
} from './spans.ts'
export { mergeStyles, StylePatch } from './style-patch.ts'
export { joinBetween, textWidth } from './text-width.ts'
export { tokenize } from './tokens.ts'
