import { useEffect, useMemo } from 'react'
import { openTimelineMedia, type TimelineMedia } from '#features/media/web/index.ts'

/** The video whose sound and pictures the timeline draws. */
export type TimelineSource = Parameters<typeof openTimelineMedia>[0]

/** Consecutive steps of the sound at one rate. */
export type PeakSlice = NonNullable<ReturnType<TimelineMedia['peaksFor']>>

/** A video without sound and pictures. */
export const NO_MEDIA: TimelineMedia = {
  sound: () => 'none',
  picture: () => 'none',
  peaksFor: () => undefined,
  tileAt: () => undefined,
  shots: () => [],
  quietSpans: () => [],
  onChange: () => () => {},
  close: () => {},
}

/** Opens sound and pictures, again when more of them is prepared, and closes them at the end. */
export function useTimelineMedia(source: TimelineSource | undefined): TimelineMedia {
  // The page reads the project again and again; only what it consists of matters.
  const facts = source && JSON.stringify([source.id, source.assets, source.probe])
  const media = useMemo(
    () => (source === undefined ? NO_MEDIA : openTimelineMedia(source)),
    // oxlint-disable-next-line react/exhaustive-deps -- `facts` stands for `source`
    [facts],
  )
  useEffect(() => () => media.close(), [media])
  return media
}
