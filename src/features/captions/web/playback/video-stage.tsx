import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import type { PictureLayout } from '../../model/index.ts'
import { PICTURE, PICTURE_ROOM, pictureSize } from '../frame/editor-areas.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import { shownDocument } from '../store/editor-store.ts'
import { createPictureStore, type PictureStore } from '../picture/picture-store.ts'
import type { EditorProps, EditorSlots } from '../slots.ts'
import { SteadyVideo } from './steady-video.tsx'
import type { TimelineSource } from '../timeline/timeline-media.ts'
import { useCensoredSound } from './use-censored-sound.ts'
import { afterPaint, useAfterPaint } from '../store/use-after-paint.ts'
import { usePlaying } from './use-playing.ts'

/** Loaded after the first caption is drawn. */
const PictureOverlay = lazy(async () => ({
  default: (await import('../picture/picture-overlay.tsx')).PictureOverlay,
}))

/** The video in its aspect ratio, as large as fits, with live captions over it. A click plays or pauses. */
export function VideoStage({
  preview,
  source,
  poster,
  noVideo,
  film,
  onDrawn,
}: {
  preview: EditorSlots['preview']
  source: string | null
  poster: string | null
  noVideo?: string | undefined
  /** The video whose pictures show how readable captions are. Default: none. */
  film?: TimelineSource | undefined
  onDrawn?: EditorProps['onDrawn'] | undefined
}) {
  const { player } = useOpenEditor()
  const { w, h } = useEditor(({ doc }) => doc.media)
  const { attach, toggle } = player
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const hold = useCallback(
    (element: HTMLVideoElement | null) => {
      attach(element)
      setVideo(element)
    },
    [attach],
  )
  useCensoredSound(video)
  const playing = usePlaying(player)
  const [picture] = useState(createPictureStore)
  const size = pictureSize(w, h)
  return (
    <div className={PICTURE_ROOM}>
      <div className={`${PICTURE} in-[:fullscreen]:rounded-none`} style={size}>
        {source === null ? (
          <NoVideo poster={poster} reason={noVideo} />
        ) : (
          <SteadyVideo player={player} source={source} poster={poster} hold={hold} />
        )}
        <LiveCaptions preview={preview} picture={picture} />
        <button
          type="button"
          aria-label={playing ? 'Pause' : 'Play'}
          tabIndex={-1}
          onClick={toggle}
          className="absolute inset-0 size-full cursor-pointer"
        />
      </div>
      <PictureEditing picture={picture} size={size} film={film} />
      <DrawnReport picture={picture} onDrawn={onDrawn} />
    </div>
  )
}

type PictureEditingProps = {
  readonly picture: PictureStore
  readonly size: CSSProperties
  readonly film: TimelineSource | undefined
}

function PictureEditing({ picture, size, film }: PictureEditingProps) {
  const layout = useStore(picture, (state) => state.layout)
  if (layout === null) return null
  return (
    <Suspense fallback={null}>
      <PictureOverlay picture={picture} layout={layout} size={size} film={film} />
    </Suspense>
  )
}

type DrawnReportProps = {
  readonly picture: PictureStore
  readonly onDrawn: EditorProps['onDrawn'] | undefined
}

/** Reports the first captions once they are painted. A component of its own, so that the stage renders nothing for it. */
function DrawnReport({ picture, onDrawn }: DrawnReportProps): null {
  const isDrawn = useStore(picture, (state) => state.layout !== null)
  useEffect(() => {
    if (!isDrawn || onDrawn === undefined) return
    let leave: (() => void) | undefined
    const cancel = afterPaint(() => {
      leave = onDrawn()
    })
    return () => {
      cancel()
      leave?.()
    }
  }, [isDrawn, onDrawn])
  return null
}

type LiveCaptionsProps = { readonly preview: EditorSlots['preview']; readonly picture: PictureStore }

function LiveCaptions({ preview, picture }: LiveCaptionsProps): ReactNode {
  const { player } = useOpenEditor()
  const doc = useEditor(({ doc: current }) => current)
  const draft = useEditor((state) => state.draft)
  const draftPlace = useEditor((state) => state.draftPlace)
  // Keep the document object while its content is unchanged, since the painter lays out each new one.
  const shown = useMemo(() => shownDocument({ doc, draft, draftPlace }), [doc, draft, draftPlace])
  // A tried style is laid out only where it is watched; once it is chosen, everywhere.
  const nearMs = useMemo(() => (draft === null ? undefined : player.nowMs()), [draft, player])
  // A typed word appears in the transcript first. A slider is watched on the picture itself.
  const later = useAfterPaint(shown)
  const drawn = draft === null && draftPlace === null ? later : shown
  const onLayout = useLayoutReport(picture)
  // The same element while the captions stay: what follows a paint renders no captions.
  const captions = useMemo(
    () => preview({ document: drawn, clock: player.drawing, nearMs, onLayout }),
    [preview, drawn, player, nearMs, onLayout],
  )
  return <div className="pointer-events-none absolute inset-0">{captions}</div>
}

/** Reports where the captions stand. A slider is watched on the letters: the frame around them follows after the paint. */
function useLayoutReport(picture: PictureStore): (layout: PictureLayout) => void {
  const { store } = useOpenEditor()
  const cancel = useRef<() => void>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  return useCallback(
    (layout) => {
      const report = () => picture.setLayout(layout)
      cancel.current?.()
      if (store.getState().draft === null) report()
      else cancel.current = afterPaint(report)
    },
    [store, picture],
  )
}

const NOT_READY = 'The preview of this video is not ready yet. You can already edit the words.'

function NoVideo({ poster, reason = NOT_READY }: { poster: string | null; reason?: string | undefined }) {
  if (poster !== null) return <img src={poster} alt="" className="absolute inset-0 size-full object-contain" />
  // At the top, since the captions are drawn over the lower half.
  return <p className="absolute inset-x-0 top-0 p-4 text-center text-sm text-balance text-white">{reason}</p>
}
