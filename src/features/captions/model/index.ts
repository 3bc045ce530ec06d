export { acceptBatches } from './edits/accept-batches.ts'
export { type Applied, applyCommands, footprintOf, revertCommands, traceCommands } from './edits/apply-commands.ts'
export { Batch, SavedBatch } from './edits/batches.ts'
export { type CensoredSpan, censoredSpansOf, censoringAt } from './words/censored-spans.ts'
export { changedCaptions } from './edits/changed-captions.ts'
export { checkDocument } from './check-document.ts'
export { Author, ConflictDetails, describeConflict } from './edits/conflict-details.ts'
export { AppliedBatches, captionsContract, CaptionsEvent, type ShownAccess } from './contract.ts'
export { isRestore } from './commands/restore.ts'
export { Command, type CommandOf, type CommandType, rulesOf } from './commands/table.ts'
export { createDocument, DEFAULT_TEMPLATE, type NewDocument } from './create-document.ts'
export { cueSpan, type EdgeRange, edgeRanges } from './timing/cue-span.ts'
export { directionOf } from './direction.ts'
export { Decor, EmojiDecor, type ImageDecor, MOST_DECOR } from './document/decor.ts'
export { Place } from './document/place.ts'
export { checkSize } from './document-size.ts'
export {
  BrandKitRef,
  CaptionDocument,
  type Censoring,
  Cue,
  cuesOf,
  KitClosing,
  KitStyle,
  KitTitle,
  MAIN_STYLE,
  MediaFacts,
  Overlays,
  ProfileId,
  SCHEMA,
  TemplateRef,
  withCues,
  Word,
  WordTag,
  WordText,
} from './document.ts'
export {
  type DocumentPart,
  type DocumentStart,
  joinDocument,
  partsOfDocument,
  startOfDocument,
} from './parts/document-parts.ts'
export { CAPTION_FILES, exportAss, exportJson, exportSrt, exportVtt } from './caption-files.ts'
export { changesFromKit } from './kit/follow-kit.ts'
export { findText, type TextMatch, type TextQuery } from './words/find-text.ts'
export { importDocument, subtitlesOf } from './import-document.ts'
export { labelCommands, lowerFirst } from './edits/label-commands.ts'
export { quoteText } from './edits/label-text.ts'
export { exactTemplateOf, templateOf } from './document-template.ts'
export { newKitText, resetTexts, textCommands, textsForKit } from './kit/use-kit-texts.ts'
export { overlayPatches, type OverlayPatches, type OverlayTextName } from './edits/overlay-patches.ts'
export { type Guides, guidesOf, keepInside, snapMove } from './picture/snap.ts'
export {
  fractionsOf,
  freeCaption,
  freeCaptions,
  cuePlace,
  withCuePlace,
  type PlaceScope,
  roundShare,
} from './picture/place-captions.ts'
export type { PictureLayout, PictureSize, PlacedCaption, PlacedLetters, Point } from './picture/placed-caption.ts'
export { type Furniture, SAFE_ZONE_IDS, type SafeZone, type SafeZoneId, type ZoneSource } from './picture/safe-zone.ts'
export { SAFE_ZONES } from './picture/safe-zone-data.ts'
export { runsInto, safeArea, zonesFor } from './picture/safe-zones.ts'
export { type NamedTurn, namesInText } from './parts/names-in-text.ts'
export { type Profile, PROFILES } from './breaks/profiles.ts'
export { type LostWord, type NewCut } from './new-cut/carry-to-cut.ts'
export { replaceCaptions, replaceTranscript } from './replace-transcript.ts'
export { startInKit } from './kit/start-in-kit.ts'
export { replayEffects } from './edits/replay-effects.ts'
export { cueRestTime, openingTime, restTime } from './timing/rest-time.ts'
export { retimeDocument } from './timing/retime-document.ts'
export { shownText, shownWords } from './words/shown-text.ts'
export { segmentWords } from './breaks/segment.ts'
export {
  breaksAtSpeakers,
  lastWordOfSpeaker,
  newSpeaker,
  type Speaker,
  SPEAKER_COLORS,
  SPEAKER_LANES,
  type SpeakerLanes,
  type SpeakerLook,
  speakerLookCommands,
  speakerLookOf,
} from './parts/speakers.ts'
export {
  cueIndex,
  cueIndexAt,
  cueOfWord,
  linesOf,
  type Span,
  textOf,
  wordIndex,
  wordIndexAtTime,
  wordsOf,
} from './timing/spans.ts'
export { allowsEmoji, type EmojiSuggestion, suggestEmoji } from './words/suggest-emoji.ts'
export { type KeywordReason, suggestKeywords } from './words/suggest-keywords.ts'
export { type ChangeText, describeChange } from './suggestions/describe-change.ts'
export {
  DECIDED_SHOWN,
  MOST_AT_ONCE,
  MOST_SUGGESTIONS,
  REQUEST_BYTES,
  SuggestedBatch,
  SuggestedEdit,
  SUGGESTION_BYTES,
  SuggestionList,
} from './suggestions/suggested-edit.ts'
export { suggestionsContract } from './suggestions/suggestions-contract.ts'
export { colorOf, initialsOf, Person, PERSON_COLORS, PRESENCE_BEAT_MS, PRESENCE_MS } from './presence.ts'
export { joinBetween, textWidth } from './breaks/text-width.ts'
export { type AccessMode, conflictingParts, type Footprint, mergeFootprints, type Part } from './edits/footprint.ts'
export { type TimedCue, timedCuesOf } from './timing/timed-cues.ts'
export { shareSpan } from './timing/timing.ts'
export { tokenize } from './words/tokens.ts'
export { isSameValue } from './edits/same-value.ts'
export {
  compareVersions,
  type ComparedWord,
  type Comparison,
  type Difference,
  isUnchanged,
} from './versions/compare-versions.ts'
export { editsBetween } from './versions/edits-between.ts'
export { groupSessions, type Session } from './versions/sessions.ts'
export {
  type HistoryEntry,
  type HistoryPage,
  LONGEST_VERSION_NAME,
  MOST_VERSIONS,
  type NamedVersion,
  Revision,
  VersionName,
  type Versions,
} from './versions/version.ts'
export { versionsContract } from './versions/versions-contract.ts'
export { upcastCommands, upcastDocument } from './document/upcast.ts'
export {
  IN_PLACE_STEPS,
  REPLAY_STEPS,
  REQUEST_STEPS,
  stepsOf,
  takeAffordable,
  WorkBudget,
} from './edits/work-budget.ts'
export { measureStress, STRESS_RATE } from './words/vocal-stress.ts'
