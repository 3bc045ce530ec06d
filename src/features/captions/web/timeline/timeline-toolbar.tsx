import { ChevronsRightLeft, Crosshair, Magnet, MoveHorizontal, UnfoldHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { IconButton, type IconButtonProps } from '#ui/icon-button.tsx'
import { createWhenStill } from '../playback/when-still.ts'
import { useMayEdit } from '../store/editor-context.ts'
import { ZOOM_STEP } from './timeline-keys.ts'
import type { TimelineStore } from './timeline-store.ts'
import type { Viewport } from './viewport.ts'

/** Buttons for zoom, following, snapping, ripple and roll. */
export function TimelineToolbar({
  timeline,
  nowMs,
  zoomAroundPlayhead,
}: {
  timeline: TimelineStore
  nowMs: () => number
  zoomAroundPlayhead: (factor: number) => void
}) {
  const mayEdit = useMayEdit()
  const { actions } = timeline
  const isFollowing = useStore(timeline, (state) => state.isFollowing)
  const isSnapping = useStore(timeline, (state) => state.isSnapping)
  const mode = useStore(timeline, (state) => state.mode)
  const [isRipple, isRoll] = [mode === 'ripple', mode === 'roll']
  return (
    <div role="toolbar" aria-label="Timeline" className="timeline-tools flex shrink-0 items-center gap-0.5 px-2 py-1">
      {mayEdit && (
        <>
          <Tool
            label="Ripple"
            detail={isRipple ? 'Ripple: words after it move along' : 'Ripple is off: words after it stay'}
            icon={<ChevronsRightLeft />}
            aria-pressed={isRipple}
            shortcut="R"
            onClick={() => actions.toggleMode('ripple')}
          />
          <Tool
            label="Roll"
            detail={
              isRoll
                ? 'Roll: an edge and its neighbour move together'
                : 'Roll is off: an edge moves without its neighbour'
            }
            icon={<UnfoldHorizontal />}
            aria-pressed={isRoll}
            shortcut="N"
            onClick={() => actions.toggleMode('roll')}
          />
          <Tool
            label="Snap"
            detail="Snap to words, pauses, shot changes and the playhead. Hold Shift to move freely."
            icon={<Magnet />}
            aria-pressed={isSnapping}
            onClick={() => actions.setSnapping(!isSnapping)}
          />
        </>
      )}
      <Tool
        label="Follow the playhead"
        word="Follow"
        shortcut="F"
        icon={<Crosshair />}
        aria-pressed={isFollowing}
        onClick={() => actions.setFollowing(!isFollowing, nowMs())}
      />
      <span className="grow" />
      <ZoomText timeline={timeline} />
      <Tool label="Zoom out" shortcut="−" icon={<ZoomOut />} onClick={() => zoomAroundPlayhead(1 / ZOOM_STEP)} />
      <Tool label="Zoom in" shortcut="+" icon={<ZoomIn />} onClick={() => zoomAroundPlayhead(ZOOM_STEP)} />
      <Tool
        label="Show the whole video"
        word="Whole video"
        shortcut="0"
        icon={<MoveHorizontal />}
        onClick={actions.showAll}
      />
    </div>
  )
}

type ToolProps = Omit<IconButtonProps, 'size' | 'className' | 'children'> & {
  /** A part of the label, shown where the toolbar has room. Default: the whole label. */
  readonly word?: string
}

/** An icon button that shows a word too, where the toolbar has room for those of all its buttons. */
function Tool({ word, ...rest }: ToolProps) {
  return (
    <IconButton {...rest} size="sm" className="timeline-tool">
      <span>{word ?? rest.label}</span>
    </IconButton>
  )
}

/** The zoom as the length of the visible part. */
function ZoomText({ timeline }: { timeline: TimelineStore }) {
  const [visibleMs, setVisibleMs] = useState(() => lengthOf(timeline.getState().view))
  useEffect(() => {
    const show = () => setVisibleMs(lengthOf(timeline.getState().view))
    // A new text lays out and paints the page, which makes a frame late: it follows once the zoom rests.
    const behind = createWhenStill(show)
    show()
    const stop = timeline.subscribe(({ view }, before) => {
      if (view.widthPx !== before.view.widthPx) show()
      else if (view.msPerPx !== before.view.msPerPx) behind.moved(true)
    })
    return () => {
      stop()
      behind.stop()
    }
  }, [timeline])
  return <span className="tabular mr-1 text-xs text-faint">{lengthText(visibleMs)}</span>
}

function lengthOf({ widthPx, msPerPx }: Viewport): number {
  return widthPx * msPerPx
}

function lengthText(ms: number): string {
  if (ms < 60_000) return `${formatNumber(ms / 1_000, ms < 10_000 ? 1 : 0)} s`
  return ms < 3_600_000
    ? `${formatNumber(ms / 60_000, ms < 600_000 ? 1 : 0)} min`
    : `${formatNumber(ms / 3_600_000, 1)} h`
}
