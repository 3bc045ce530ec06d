import { ArrowLeft, AudioLines, CircleHelp, EllipsisVertical, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LayoutBoundary } from '#ui/layout-boundary.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { useActions, useEditor, useMayEdit } from '../store/editor-context.ts'
import { TOP_BAR } from './editor-areas.ts'
import { HistoryButtons } from './history-buttons.tsx'
import { PeopleHere } from './people-here.tsx'
import { SaveStatus } from './save-status.tsx'
import { SuggestToggle } from '../suggestions/suggest-toggle.tsx'
import type { useTimelinePane } from '../timeline/use-timeline-pane.ts'
import { LiveEditor } from '../versions/versions-context.tsx'

type TopBarProps = {
  readonly title: ReactNode
  /** Buttons for the video, which stand beside the title where there is room. */
  readonly actions: ReactNode
  readonly videoStatus: ReactNode
  onHelp(): void
  /** Null where the timeline is a tab. */
  readonly timeline: ReturnType<typeof useTimelinePane> | null
}

/** The bar of the editor: title, states, and buttons for all of it. */
export function TopBar({ title, actions, videoStatus, onHelp, timeline }: TopBarProps) {
  const { setFind, openFind } = useActions()
  const finding = useEditor(({ find }) => find.open)
  const mayEdit = useMayEdit()
  const [isMore, setIsMore] = useState(false)
  const moreId = useId()
  const help = (
    <IconButton size="sm" label="Help and keyboard shortcuts" shortcut="?" icon={<CircleHelp />} onClick={onHelp} />
  )
  return (
    <>
      <LayoutBoundary className={`${TOP_BAR} group-data-keyboard/editor:hidden`}>
        <header className="flex h-full items-center gap-1 px-3">
          <BackToVideos />
          {title}
          <div className="mr-auto ml-3">
            <LiveEditor>
              <SaveStatus />
            </LiveEditor>
          </div>
          {videoStatus}
          <LiveEditor>
            <PeopleHere />
          </LiveEditor>
          <LiveEditor>
            <SuggestToggle />
          </LiveEditor>
          {mayEdit && <HistoryButtons />}
          <IconButton
            size="sm"
            label={mayEdit ? 'Find and replace' : 'Find'}
            shortcut="Ctrl F"
            icon={<Search />}
            aria-pressed={finding}
            onClick={() => (finding ? setFind({ open: false }) : openFind())}
          />
          {timeline !== null && (
            <IconButton
              size="sm"
              data-tour="timeline-button"
              label="Timeline"
              detail={timeline.isOpen ? 'Hide the timeline' : 'Show the timeline'}
              icon={<AudioLines />}
              aria-pressed={timeline.isOpen}
              onClick={timeline.toggle}
            />
          )}
          <div className="flex max-sm:hidden">{help}</div>
          <IconButton
            size="sm"
            className="sm:hidden"
            label="More for this video"
            icon={<EllipsisVertical />}
            aria-expanded={isMore}
            aria-controls={moreId}
            onClick={() => setIsMore(!isMore)}
          />
        </header>
      </LayoutBoundary>
      {isMore && (
        <div id={moreId} role="group" aria-label="This video" className={MORE}>
          {actions}
          {help}
        </div>
      )}
    </>
  )
}

/** A row on a phone. Its buttons show their labels too: there are no tooltips on touch. */
const MORE =
  'flex shrink-0 flex-wrap items-center gap-1 border-b border-border bg-surface px-3 py-2 sm:not-has-[dialog[open]]:hidden ' +
  'group-data-keyboard/editor:hidden [&>span>button]:aspect-auto [&>span>button]:px-2.5! ' +
  '[&>span>button]:before:order-1 [&>span>button]:before:content-[attr(aria-label)]'

function BackToVideos() {
  return (
    <Tooltip label="Back to my videos">
      <Link
        to="/upload"
        className={buttonClass({
          variant: 'ghost',
          size: 'sm',
          className: '-ml-1.5 shrink-0 text-muted max-lg:aspect-square max-lg:px-0!',
        })}
      >
        <ArrowLeft aria-hidden="true" />
        <span className="max-lg:sr-only">My videos</span>
      </Link>
    </Tooltip>
  )
}
