export { mediaContract, Project, ProjectStage, SharedVideos } from './contract.ts'
export {
  displaySize,
  durationRefusal,
  FASTEST_PICTURE,
  type FileFacts,
  LARGEST_PICTURE,
  LEAST_READABLE,
  MOST_TRACKS,
  type PictureFacts,
  rateRefusal,
  refusalOf,
  sizeRefusal,
  type SoundFacts,
  truncationRefusal,
  usedSound,
} from './file-facts.ts'
export { Filmstrip, planFilmstrip } from './filmstrip.ts'
export { type FrameRate, frameRateOf, type MeasuredRate, perSecond } from './frame-rate.ts'
export { UploadLimits } from './limits.ts'
export { PEAK_RATES, type PeakLevel, Peaks } from './peaks.ts'
export { previewSize } from './preview-size.ts'
export { Probe, SourcePicture } from './probe.ts'
export { cleanTitle, titleFromFileName } from './title.ts'
