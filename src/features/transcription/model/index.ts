export { captionPrice, PRICED_SPAN_MS } from './caption-price.ts'
export {
  RunSummary,
  Transcription,
  transcriptionContract,
  TranscriptionEvent,
  TranscriptionQuote,
  TranscriptionSource,
  TranscriptionState,
} from './contract.ts'
export type { RewrittenWord } from './glossary/correction.ts'
export { withoutPunctuation } from './glossary/punctuation.ts'
export { baseLanguage, languageName } from './language.ts'
export { isCaptionDocument } from './caption-file.ts'
export { captionUnits, type OwnWords, type Units, unitsOf } from './own-words.ts'
export { repairWords } from './repair-words.ts'
export type { UnscriptedPassage } from './said-otherwise.ts'
export { readSubtitles, type SubtitleCue } from './subtitles.ts'
export { syllables } from './syllables.ts'
export type { UnspokenPassage } from './unspoken.ts'
export { isUncertain, SpokenWord, WordTiming } from './word.ts'
