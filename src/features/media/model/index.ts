export { AnnouncedPicture } from './announced-picture.ts'
export { copyTitle } from './copy-title.ts'
export { mediaContract, Project, ProjectStage, SharedVideos } from './contract.ts'
export {
  displaySize,
  durationRefusal,
  MAX_FRAME_RATE,
  type FileFacts,
  MAX_PICTURE_PX,
  MIN_READABLE_SHARE,
  MAX_TRACKS,
  type PictureFacts,
  rateRefusal,
  refusalOf,
  sizeRefusal,
  type SoundFacts,
  truncationRefusal,
  usedSound,
} from './file-facts.ts'
export { playsAsIs, type PictureTiming } from './plays-as-is.ts'
export { EARLY_SOUND_LIMIT, earlySoundLimit } from './early-sound.ts'
export { Filmstrip, planFilmstrip } from './filmstrip.ts'
export { countSheets, planSheet, SHEET_MS, sheetPath, tileAt, type TilePlace } from './filmstrip-sheet.ts'
export { type FrameRate, frameRateOf, type MeasuredRate, perSecond } from './frame-rate.ts'
export { UploadLimits } from './limits.ts'
export { MAX_TRANSFERS, Receiver, Transfer } from './transfers.ts'
export {
  coarsenPeaks,
  encodePeakPyramid,
  parsePeakPyramid,
  PEAK_HEADER_BYTES,
  PEAK_RATES,
  type PeakLevel,
  type PeakPyramid,
  planPeakPyramid,
} from './peak-pyramid.ts'
export { decodePeaks, type PeakRange, type PeakSlice, rangeOf, readPeakRange, type TimeSpan } from './peak-range.ts'
export { coloursOf, type ColourTags, isTagged, type PictureColours, probedColours } from './picture-colours.ts'
export { previewSize } from './preview-size.ts'
export { Probe, SourcePicture } from './probe.ts'
export { findQuietSpans, quietThreshold } from './quiet-spans.ts'
export { Shots, SHORTEST_SHOT_MS, shotsAt } from './shots.ts'
export { isSameSound, SHAPE_FLOOR_DB, SHAPE_STEP_MS, type SoundShape } from './sound-shape.ts'
export { cleanTag, MAX_TAGS, Tag, tagKey } from './tag.ts'
export { NO_WORK, type VideoWork } from './video-state.ts'
export { cleanTitle, titleFromFileName } from './title.ts'
