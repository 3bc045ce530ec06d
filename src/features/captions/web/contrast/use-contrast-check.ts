import { useEffect, useState } from 'react'
import { type IdleTime, whenIdle } from '#platform/web/idle.ts'
import { type PictureLayout, type TimedCue, timedCuesOf } from '../../model/index.ts'
import { useActions, useEditor, useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import { type TimelineSource, useTimelineMedia } from '../timeline/timeline-media.ts'
import { openBackdropReader } from './backdrop-reader.ts'
import {
  type CaptionContrast,
  checkContrast,
  type ContrastCheck,
  type ContrastSources,
  type KnownContrasts,
  outwardsFrom,
} from './check-contrast.ts'

/** Pause after a change before captions are measured, ms; longer than between two steps of a slider. */
const REST_MS = 400
/** A busy browser, which is never idle, continues after this pause, ms. */
const PATIENCE_MS = 500

/** Captions further from the playhead are measured only where that is wanted, ms: the server makes a sheet for every minute. */
const REACH_MS = 600_000

/**
 * Measures the contrast of captions with the video for people who may edit them, while the page is shown and idle, the
 * one on screen first.
 */
export function useContrastCheck(layout: PictureLayout, film: TimelineSource | undefined): void {
  const { store, player } = useOpenEditor()
  const { setContrast } = useActions()
  const media = useTimelineMedia(film)
  const mayEdit = useMayEdit()
  const isWhole = useEditor((state) => state.isContrastWhole)
  const [known] = useState((): KnownContrasts => ({ colors: new Map(), pictures: [], captions: new WeakMap() }))
  useEffect(() => {
    if (!mayEdit || layout.count === 0) return setContrast(null)
    if (media.picture() !== 'ready') return
    const reader = openBackdropReader()
    const start = (signal: AbortSignal) => {
      const { doc, contrast } = store.getState()
      const plan = planCheck(timedCuesOf(doc), { layout, nowMs: player.nowMs(), isWhole, contrast })
      const sources = { ...plan, layout, media, reader, known }
      void checkContrast({ ...sources, idle: () => idle(signal), onChecked: setContrast }, signal)
    }
    let stop = () => {}
    let part = Number.NaN
    // Without React: the playhead that crosses into another part renders nothing.
    const unsubscribe = player.onTime((tMs) => {
      if (partAt(tMs) === part) return
      part = partAt(tMs)
      stop()
      const check = new AbortController()
      const resting = setTimeout(() => start(check.signal), REST_MS)
      stop = () => {
        clearTimeout(resting)
        check.abort()
      }
    })
    return () => {
      unsubscribe()
      stop()
      reader.close()
    }
  }, [store, player, setContrast, media, layout, known, mayEdit, isWhole])
}

/** The part of the video that a time is in, by its number. */
function partAt(tMs: number): number {
  return Math.floor((2 * tMs) / REACH_MS)
}

type CheckPlan = Pick<ContrastSources, 'before' | 'order' | 'kept'>

/** Which captions to measure, the one on screen first; what the last check found of the others stays. */
function planCheck(
  cues: readonly TimedCue[],
  o: {
    readonly layout: PictureLayout
    readonly nowMs: number
    readonly isWhole: boolean
    readonly contrast: ContrastCheck | null
  },
): CheckPlan {
  const { layout, nowMs, isWhole, contrast } = o
  const first = cues.findIndex(({ t1 }) => t1 > nowMs)
  const all = outwardsFrom(first < 0 ? layout.count - 1 : Math.min(first, layout.count - 1), layout.count)
  const isNear = (at: number) => isWhole || Math.abs((cues[at]?.t0 ?? nowMs) - nowMs) <= REACH_MS
  const foundOf = (at: number) => contrast?.byCue.get(cues[at]?.cue.id ?? '')
  return {
    before: new Map(cues.map(({ cue }, at) => [cue.id, foundOf(at)] as const).filter(isFound)),
    order: all.filter(isNear),
    kept: all.filter((at) => !isNear(at) && foundOf(at) !== undefined),
  }
}

function isFound(each: readonly [string, CaptionContrast | undefined]): each is readonly [string, CaptionContrast] {
  return each[1] !== undefined
}

/** Resolves when the page is shown and has time, or the work was stopped. */
async function idle(signal: AbortSignal): Promise<IdleTime> {
  if (document.hidden) await shown(signal)
  const { promise, resolve } = Promise.withResolvers<IdleTime>()
  const cancel = whenIdle(resolve, { timeout: PATIENCE_MS })
  signal.addEventListener('abort', () => resolve({ timeRemaining: () => 0 }), { once: true })
  const time = await promise
  cancel()
  return time
}

async function shown(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  document.addEventListener('visibilitychange', () => document.hidden || resolve(), { signal })
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
}
