import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { TimelineMedia } from '#features/media/web/index.ts'
import { classNames } from '#ui/class-names.ts'
import { wordIndex, wordIndexAtTime } from '../../model/index.ts'
import { useOpenEditor } from '../store/editor-context.ts'
import { wordActionOf } from '../transcript/transcript-keys.ts'
import { doWordAction } from '../transcript/word-actions.ts'
import { createGestures } from './gestures/gestures.ts'
import { type LaneCanvases, type LaneElements, LANES } from './canvases/lane-canvases.ts'
import { openCanvases } from './canvases/open-canvases.ts'
import { createLanePainter, type LanePainter } from './drawing/lane-painter.ts'
import { nudgeSelected } from './nudge.ts'
import { type TimelineAction, timelineActionOf } from './timeline-keys.ts'
import { type TimelineSource, useTimelineMedia } from './timeline-media.ts'
import { createTimelineStore } from './timeline-store.ts'
import { TimelineToolbar } from './timeline-toolbar.tsx'
import { usePlayhead } from './use-playhead.ts'
import { usePointer } from './gestures/use-pointer.ts'
import { useScrollSync } from './use-scroll-sync.ts'
import { INITIAL_MS_PER_PX, pxAt } from './viewport.ts'
import { WordHandles } from './word-handles.tsx'
import { WordListbox } from './word-listbox.tsx'
import './timeline.css'

/** Props of `Timeline`. */
export type TimelineProps = {
  /** The video for waveform, pictures, shot changes and pauses. Default: none. */
  readonly source?: TimelineSource | undefined
  /** One lane, the words over the waveform, for a phone. */
  readonly isCompact: boolean
}

/**
 * The lanes of the video over time: waveform, pictures, words and captions. Words are dragged, and their edges; the
 * canvases draw only what is visible, and React renders nothing while it scrolls, zooms and plays.
 */
export function Timeline({ source, isCompact }: TimelineProps) {
  const editor = useOpenEditor()
  const { store, player } = editor
  const [timeline] = useState(() => {
    const { durMs } = store.getState().doc.media
    return createTimelineStore({ durMs, msPerPx: INITIAL_MS_PER_PX[isCompact ? 'finger' : 'mouse'] })
  })
  const media = useTimelineMedia(source)
  const newestMedia = useNewest(media)
  // Made once: new ones would drop what a finger holds.
  const gestures = useMemo(
    () => createGestures({ editor, timeline, media: newestMedia }),
    [editor, timeline, newestMedia],
  )
  const [scroller, spacer, surface] = [useDiv(), useDiv(), useDiv()]
  const list = useDiv()
  const redraw = useLanes(surface, { timeline, media })
  useScrollSync({ scroller, spacer }, { player, timeline, isNative: isCompact, onResize: redraw })
  usePlayhead(player, timeline)
  const focus = useCallback(() => list.current?.focus({ preventScroll: true }), [list])
  usePointer(surface, { gestures, timeline, isCompact, nowMs: player.nowMs, focus })
  useRevealed(timeline)

  function zoomAroundPlayhead(factor: number) {
    const { view } = timeline.getState()
    const px = pxAt(view, player.nowMs())
    timeline.actions.zoom(factor, px >= 0 && px <= view.widthPx ? px : view.widthPx / 2)
  }

  function act(action: TimelineAction) {
    if (action.type === 'zoom') zoomAroundPlayhead(action.factor)
    else if (action.type === 'show-all') timeline.actions.showAll()
    else if (action.type === 'follow') timeline.actions.setFollowing(true, player.nowMs())
    else if (action.type === 'nudge') nudgeSelected(editor, timeline, action)
    else timeline.actions.toggleMode(action.type)
  }

  function press(event: KeyboardEvent) {
    if (event.target instanceof HTMLButtonElement) return
    if (event.key === 'Escape' && gestures.isDragging()) gestures.cancel()
    else if (!pressKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function pressKey(event: KeyboardEvent): boolean {
    const action = timelineActionOf(event)
    // Time runs from left to right in every language.
    const wordAction = action === undefined ? wordActionOf(event, false) : undefined
    if (action !== undefined) act(action)
    else if (wordAction === undefined) return false
    else if (store.getState().selection.focus === null) selectAtPlayhead(editor)
    else doWordAction(editor, wordAction)
    return true
  }

  const content = (
    <>
      <Lanes isCompact={isCompact} />
      <WordListbox ref={list} />
      <WordHandles timeline={timeline} isCompact={isCompact} />
      <canvas data-lane="overlay" className="pointer-events-none absolute inset-0 size-full" />
      <canvas data-lane="tip" className="pointer-events-none absolute inset-x-0 top-0 h-5 w-full" />
    </>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its list and sliders
    <section
      aria-label="Timeline"
      dir="ltr"
      onKeyDown={press}
      className="flex size-full min-h-0 flex-col bg-surface select-none [contain:strict]"
    >
      <TimelineToolbar timeline={timeline} nowMs={player.nowMs} zoomAroundPlayhead={zoomAroundPlayhead} />
      {isCompact ? (
        <div
          ref={scroller}
          className={classNames(LANES_CLASS, 'overflow-x-auto overflow-y-hidden overscroll-x-contain')}
        >
          <div ref={spacer} className="h-full min-w-full">
            <div ref={surface} className="sticky left-0 flex h-full w-[100cqw] touch-pan-x flex-col overflow-hidden">
              {content}
            </div>
          </div>
        </div>
      ) : (
        <>
          <div className={LANES_CLASS}>
            <div ref={surface} className="relative flex size-full touch-none flex-col overflow-hidden">
              {content}
            </div>
          </div>
          <div ref={scroller} aria-hidden="true" tabIndex={-1} className="timeline-scroller shrink-0 bg-sunken">
            <div ref={spacer} className="h-px" />
          </div>
        </>
      )}
      <Announcement timeline={timeline} />
    </section>
  )
}

const LANES_CLASS = 'relative min-h-0 flex-1 border-t border-border bg-sunken [container-type:size]'

/** The canvases. On a phone the words lie over the waveform. */
function Lanes({ isCompact }: { isCompact: boolean }) {
  if (isCompact)
    return (
      <>
        <canvas data-lane="ruler" className="h-6 w-full shrink-0" />
        <div className="relative min-h-0 flex-1">
          <canvas data-lane="waveform" className="absolute inset-0 size-full" />
          <canvas data-lane="words" className="absolute inset-x-0 bottom-0 h-14 w-full" />
        </div>
      </>
    )
  const lane = 'w-full shrink-0 border-t border-border'
  return (
    <>
      <canvas data-lane="ruler" className="h-5 w-full shrink-0" />
      <canvas data-lane="waveform" className="min-h-6 w-full grow border-t border-border" />
      <canvas data-lane="filmstrip" className={classNames(lane, 'timeline-pictures h-10')} />
      <canvas data-lane="words" className={classNames(lane, 'h-8')} />
      <canvas data-lane="captions" className={classNames(lane, 'h-8')} />
    </>
  )
}

/** Speaks a change by a key, which moves no focus. */
function Announcement({ timeline }: { timeline: ReturnType<typeof createTimelineStore> }) {
  const text = useStore(timeline, (state) => state.announcement)
  return (
    <p role="status" aria-label="Timeline" className="sr-only">
      {text}
    </p>
  )
}

function useDiv() {
  return useRef<HTMLDivElement>(null)
}

/** @returns the value of the newest render, for whatever outlives a render */
function useNewest<Value>(value: Value): () => Value {
  const newest = useRef(value)
  useLayoutEffect(() => void (newest.current = value), [value])
  return useCallback(() => newest.current, [])
}

/** Draws the lanes of a surface. @returns redraws them after a resize */
function useLanes(
  surface: ReturnType<typeof useDiv>,
  { timeline, media }: { timeline: ReturnType<typeof createTimelineStore>; media: TimelineMedia },
): () => void {
  const { store, player } = useOpenEditor()
  const painter = useRef<LanePainter>(null)
  // Opened once: the canvases of a worker cannot be opened again, as more of the video is prepared.
  const [canvases, setCanvases] = useState<LaneCanvases>()
  useEffect(() => openCanvases(laneElements(surface.current), setCanvases), [surface])
  useEffect(() => {
    if (canvases === undefined) return undefined
    const created = createLanePainter({ editor: store, player, timeline, media, canvases })
    painter.current = created
    return () => created.dispose()
  }, [canvases, store, player, timeline, media])
  return useCallback(() => painter.current?.redraw(), [])
}

function laneElements(surface: HTMLElement | null): LaneElements {
  const elements = surface?.querySelectorAll('canvas') ?? []
  return new Map(
    [...elements].flatMap((element) => {
      const lane = LANES.find((name) => name === element.dataset['lane'])
      return lane === undefined ? [] : [[lane, element] as const]
    }),
  )
}

/** Shows the selected word when somebody selects it elsewhere, or by a key. */
function useRevealed(timeline: ReturnType<typeof createTimelineStore>): void {
  const { store } = useOpenEditor()
  useEffect(
    () =>
      store.subscribe(({ doc, selection }, before) => {
        if (selection.focus === before.selection.focus || timeline.getState().drag !== null) return
        const word = doc.words[wordIndex(doc, selection.focus ?? '')]
        if (word !== undefined) timeline.actions.show(word.t0)
      }),
    [store, timeline],
  )
}

/** Selects the word at the playhead, where the keys start without a selection. */
function selectAtPlayhead({ store, player }: ReturnType<typeof useOpenEditor>): void {
  const { doc } = store.getState()
  const id = (doc.words[wordIndexAtTime(doc, player.nowMs())] ?? doc.words[0])?.id ?? null
  store.actions.select({ focus: id, anchor: id })
}
