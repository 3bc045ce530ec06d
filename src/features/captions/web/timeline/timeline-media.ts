import type { Span } from '../../model/index.ts'

/** Consecutive steps of the sound at one rate. */
export type PeakSlice = {
  /** Steps a second. */
  readonly rate: number
  /** Index of the first step: it begins at `firstStep / rate` seconds. */
  readonly firstStep: number
  /** The lowest and the highest value of each step in turn, −128 to 127. */
  readonly data: Int8Array
}

/** A picture of the video, as a part of a sheet. */
export type FilmTile = {
  readonly image: CanvasImageSource
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whether a lane has something to draw: `none` never, `preparing` not yet. */
export type MediaState = 'none' | 'preparing' | 'ready'

/** Sound and pictures of the video, as far as they are loaded. Never waits: `onChange` reports what arrives. */
export type TimelineMedia = {
  sound(): MediaState
  picture(): MediaState
  /** Peaks for a part of the video at a zoom, maybe coarser or incomplete; undefined until some are loaded. */
  peaksFor(part: Span, msPerPx: number): PeakSlice | undefined
  /** The picture shown at a time, maybe a neighbour of it. @param msPerTile how far apart the tiles are drawn */
  tileAt(tMs: number, msPerTile: number): FilmTile | undefined
  /** Times at which a new shot begins, ms, in order. */
  shots(): readonly number[]
  /** Pauses in the sound, in order. */
  quietSpans(): readonly Span[]
  /** Calls back when one of the answers has changed. @returns unsubscribes */
  onChange(listener: () => void): () => void
}

/** A video without sound and pictures. */
export const NO_MEDIA: TimelineMedia = {
  sound: () => 'none',
  picture: () => 'none',
  peaksFor: () => undefined,
  tileAt: () => undefined,
  shots: () => [],
  quietSpans: () => [],
  onChange: () => () => {},
}
