import { AudioLines, Download, History, MessageSquare, Palette, Text } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { whenIdle } from '#platform/web/idle.ts'
import { useMedia } from '#platform/web/use-media.ts'
import { classNames } from '#ui/class-names.ts'
import { LayoutBoundary } from '#ui/layout-boundary.tsx'
import { OverlayRoot } from '#ui/overlay-root.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { SplitPane } from '#ui/split-pane.tsx'
import { type Tab, Tabs } from '#ui/tabs.tsx'
import { CommentMarks, CommentsTab, useCommentsLabel } from './comments-tab.tsx'
import { Conflicts } from './conflicts.tsx'
import { useActions, useEditor, useMayComment, useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import { EDITOR, LEAST_PX, NARROW_AREAS, PANELS, STAGE, WIDE, WIDE_AREAS, WORDS } from './editor-areas.ts'
import { EditorNotices } from './editor-notices.tsx'
import { EditorTitle } from './editor-title.tsx'
import { ExportTab } from './export-tab.tsx'
import { type FullScreen, useFullScreen, useFullScreenControls } from '../playback/full-screen.ts'
import { PlaybackBar } from '../playback/playback-bar.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import type { EditorProps } from '../slots.ts'
import { StylePanel, type StyleSlots } from '../style/style-panel.tsx'
import { SuggestBar } from '../suggestions/suggest-toggle.tsx'
import { useSuggestionsTab } from '../suggestions/use-suggestions-tab.tsx'
import { TimelinePane } from '../timeline/timeline-pane.tsx'
import { useTimelinePane } from '../timeline/use-timeline-pane.ts'
import { EditorTour } from '../tour/editor-tour.tsx'
import { TopBar } from './top-bar.tsx'
import { TranscriptPanel } from '../transcript/transcript-panel.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useKeyboardRoom } from './use-keyboard-room.ts'
import { LiveEditor, ShownEditor, useVersions } from '../versions/versions-context.tsx'
import { VideoStage } from '../playback/video-stage.tsx'
import { WordGlossary } from '../transcript/word-glossary.tsx'

const HistoryPanel = lazy(async () => ({ default: (await import('../versions/history-panel.tsx')).HistoryPanel }))
const VersionBanner = lazy(async () => ({ default: (await import('../versions/version-banner.tsx')).VersionBanner }))

/**
 * Three areas on wide screens: transcript, preview and inspector. On a phone, the preview with tabs below. The preview,
 * its bar and the tabs are the same elements in all layouts, since a video that moves in the page restarts. Everything
 * outside `LiveEditor` shows a past version while one is viewed.
 */
export function EditorLayout(props: Omit<EditorProps, 'api'>) {
  const editor = useOpenEditor()
  const [help, setHelp] = useState(false)
  const [tour, setTour] = useState(false)
  const wide = useMedia(WIDE, IN_SERVER_HTML)
  const tall = useMedia(TALL, IN_SERVER_HTML)
  const timeline = useTimelinePane()
  const whole = useRef<HTMLDivElement>(null)
  useKeyboardRoom(whole)
  const screen = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(screen)
  useFullScreenControls(screen, fullScreen.isFull, editor.player)
  useEditorKeys(editor, {
    onHelp: () => setHelp(true),
    onSave: () => void editor.store.actions.flush().catch(() => undefined),
    onFullScreen: fullScreen.toggle,
  })

  const transcript = (
    <ShownEditor>
      <TranscriptPanel roomy={wide && tall} video={props.timeline} />
    </ShownEditor>
  )
  return (
    <div ref={whole} className={`group/editor bg-bg ${EDITOR} ${ABOVE_KEYBOARD}`}>
      <TopBar
        title={<EditorTitle {...props} />}
        actions={props.titleActions}
        videoStatus={props.videoStatus}
        onHelp={() => setHelp(true)}
        timeline={wide ? timeline : null}
      />
      <LiveEditor>
        <EditorNotices ownerName={props.ownerName ?? null} videoNotice={props.videoNotice} />
        <WordGlossary projectId={props.projectId} />
        <SuggestBar />
        <Conflicts />
        <ViewedBanner />
      </LiveEditor>
      {/* With a basis of zero. As high as its content, all of it would be laid out twice, the first time without a height:
          the container queries would hide labels and show them again, each time that anything on the page changes. */}
      <div className="min-h-0 flex-1">
        <SplitPane
          label="Resize the timeline"
          orientation="vertical"
          first={<Areas {...props} isWide={wide} screen={screen} fullScreen={fullScreen} transcript={transcript} />}
          second={
            wide && timeline.isOpen ? (
              <div data-tour="timeline" className="size-full">
                <TimelinePane source={props.timeline} isCompact={false} />
              </div>
            ) : null
          }
          initialPercent={timeline.percent}
          minFirstPx={LEAST_PX.areas}
          minSecondPx={LEAST_PX.timeline}
          onResize={timeline.resize}
        />
      </div>
      <LiveEditor>
        <CommentMarks projectId={props.projectId} commentMarks={props.commentMarks} />
      </LiveEditor>
      <ShortcutHelp open={help} onClose={() => setHelp(false)} onTour={() => setTour(true)} />
      <EditorTour tour={props.tour} isAsked={tour} onEnd={() => setTour(false)} />
    </div>
  )
}

type AreasProps = Omit<EditorProps, 'api'> & {
  readonly isWide: boolean
  /** The element that fills the screen. */
  readonly screen: RefObject<HTMLDivElement | null>
  readonly fullScreen: FullScreen
  readonly transcript: ReactNode
}

/** The transcript, the picture with its bar, and the panels; full screen, only the picture and the bar. */
function Areas({ isWide, screen, fullScreen: { isFull, toggle }, transcript, ...props }: AreasProps) {
  return (
    <div
      ref={screen}
      data-theme={isFull ? 'dark' : undefined}
      className={classNames(
        'group/areas grid h-full min-h-0',
        isFull ? FULL_AREAS : isWide ? WIDE_AREAS : NARROW_AREAS,
      )}
    >
      <OverlayRoot value={isFull ? screen : undefined}>
        {isWide && (
          <LayoutBoundary className={classNames(WORDS, isFull && 'hidden')}>
            <div data-tour="words" className="h-full">
              {transcript}
            </div>
          </LayoutBoundary>
        )}
        <LayoutBoundary className={classNames('[grid-area:stage]', isFull ? '' : isWide ? STAGE.wide : STAGE.narrow)}>
          <div data-tour="picture" className="h-full">
            <VideoStage
              preview={props.preview}
              source={props.source}
              poster={props.poster}
              noVideo={props.noVideo}
              film={props.timeline}
              onDrawn={props.onDrawn}
            />
          </div>
        </LayoutBoundary>
        <div className={isFull ? FULL_BAR : '[grid-area:bar] group-data-keyboard/editor:hidden'}>
          <PlaybackBar fullScreen={{ isFull, toggle }} />
        </div>
        <LiveEditor>
          <Panels {...props} transcript={isWide ? null : transcript} isHidden={isFull} />
        </LiveEditor>
      </OverlayRoot>
    </div>
  )
}

/** The banner over a past version, loaded with the first one. */
function ViewedBanner() {
  const { viewed } = useVersions()
  return <Suspense fallback={null}>{viewed !== null && <VersionBanner />}</Suspense>
}

/** Fixed, so that it also covers the header of the page. */
const ABOVE_KEYBOARD =
  'data-keyboard:fixed data-keyboard:inset-x-0 data-keyboard:top-(--room-top) data-keyboard:z-40 data-keyboard:h-(--room-height) data-keyboard:min-h-0!'

/** Full screen, the bar lies over the picture, and disappears during playback. */
const FULL_AREAS =
  "relative bg-black text-text data-quiet:cursor-none grid-cols-1 grid-rows-1 [grid-template-areas:'stage']"
const FULL_BAR =
  'absolute inset-x-0 bottom-0 z-20 opacity-95 motion-safe:transition-opacity group-data-quiet/areas:opacity-0 group-data-quiet/areas:focus-within:opacity-95'

type Panel = 'transcript' | 'timeline' | 'style' | 'export' | 'comments' | 'suggestions' | 'history'
type PanelsProps = StyleSlots &
  Pick<EditorProps, 'projectId' | 'exportPanel' | 'timeline' | 'comments'> & {
    /** Null if it has its own area. */
    readonly transcript: ReactNode
    /** True while the picture fills the screen. */
    readonly isHidden: boolean
  }

/**
 * Tabs for style, export, comments and history, and for transcript and timeline without areas of their own. Style,
 * export and comments are about the present captions, so they are hidden while a past version is shown.
 */
function Panels({ transcript, isHidden, projectId, exportPanel, timeline, comments, ...styling }: PanelsProps) {
  const mayEdit = useMayEdit()
  const isPresent = useVersions().chosen === null
  const { setFind } = useActions()
  const [chosen, choose] = useState<Panel>('transcript')
  const asked = useEditor(({ find }) => find.asked)
  const [answered, answer] = useState(asked)
  if (asked !== answered) {
    answer(asked)
    // Searching shows the transcript.
    if (transcript !== null) choose('transcript')
  }
  const styled = useEditor(({ styling }) => styling.asked)
  const [shownStyle, setShownStyle] = useState(styled)
  if (styled !== shownStyle) {
    setShownStyle(styled)
    choose('style')
  }
  const mayComment = useMayComment()
  const commentsLabel = useCommentsLabel()
  const commentsAsked = useEditor((state) => state.comments.asked)
  const [commentsAnswered, answerComments] = useState(commentsAsked)
  if (commentsAsked !== commentsAnswered) {
    answerComments(commentsAsked)
    choose('comments')
  }
  const suggestions = useSuggestionsTab(() => choose('suggestions'))
  const hasTime = useFirstIdle()
  const style = hasTime ? <StylePanel {...styling} /> : <LoadingStyle />
  const exporting = <ExportTab projectId={projectId} exportPanel={exportPanel} />
  const commenting = <CommentsTab projectId={projectId} comments={comments} />
  const all: Tab<Panel>[] = [
    { id: 'transcript', label: 'Transcript', icon: <Text />, panel: transcript },
    {
      id: 'timeline',
      label: 'Timeline',
      icon: <AudioLines />,
      panel: (
        <ShownEditor>
          <TimelinePane source={timeline} isCompact />
        </ShownEditor>
      ),
    },
    { id: 'style', label: 'Style', icon: <Palette />, panel: style },
    { id: 'export', label: 'Export', icon: <Download />, panel: exporting },
    { id: 'comments', label: commentsLabel, icon: <MessageSquare />, panel: commenting },
    suggestions.tab,
    { id: 'history', label: 'History', icon: <History />, panel: <HistoryTab /> },
  ]
  const isNarrow = transcript !== null
  const has = {
    transcript: isNarrow,
    timeline: isNarrow,
    style: mayEdit && isPresent,
    export: isPresent,
    comments: isPresent && mayComment,
    suggestions: isPresent && suggestions.isShown,
    history: true,
  }
  const tabs = all.filter(({ id }) => has[id])
  return (
    <LayoutBoundary className={classNames(PANELS[isNarrow ? 'narrow' : 'wide'], isHidden && 'hidden')}>
      <Tabs
        label={
          isNarrow ? 'Transcript, timeline, style, export, comments and history' : 'Style, export, comments and history'
        }
        className="h-full [&>[role=tablist]]:scroll-hints group-data-keyboard/editor:[&>[role=tablist]]:hidden"
        panelClassName="grow overflow-y-auto [container-type:inline-size]"
        value={has[chosen] ? chosen : isPresent ? (mayEdit ? 'style' : 'export') : 'history'}
        onChange={(panel) => {
          choose(panel)
          if (has.transcript && panel !== 'transcript') setFind({ open: false })
        }}
        tabs={tabs}
      />
    </LayoutBoundary>
  )
}

/** The saved versions, loaded with the first look at them. */
function HistoryTab() {
  return (
    <Suspense fallback={null}>
      <HistoryPanel />
    </Suspense>
  )
}

/** The longest wait for an idle moment, ms: longer than a slow processor needs to draw the first captions. */
const LONGEST_WAIT_MS = 2_000

/** False until the browser is idle: the captions and the transcript are drawn before the many controls of the style. */
function useFirstIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true), { timeout: LONGEST_WAIT_MS }), [])
  return isIdle
}

function LoadingStyle() {
  return (
    <div role="status" aria-label="Loading the style" className="grid grid-cols-2 gap-2 p-4">
      {Array.from({ length: 4 }, (_, at) => (
        <Skeleton key={at} className="aspect-square" />
      ))}
    </div>
  )
}

/** The times of a word fit below the transcript, with a timeline. */
const TALL = '(min-height: 65rem)'
/** The server's HTML is that of a large screen. */
const IN_SERVER_HTML = { inServerHtml: true }
