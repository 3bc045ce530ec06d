import { RotateCw, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { arrangeVideos, needsWork, tagsOfVideos, type VideoArrangement } from '../../model/arrange-videos.ts'
import type { Project } from '../../model/contract.ts'
import { type Tag, tagKey } from '../../model/tag.ts'
import { NO_WORK, stateOf, type VideoWork } from '../../model/video-state.ts'
import { useChosenOrder } from '../upload/chosen-files.ts'
import { LibraryToolbar } from './library-toolbar.tsx'
import { moveBetweenVideos } from './move-between-videos.ts'
import { OwnVideos, VideoPlaceholders } from './own-videos.tsx'
import type { ListedVideo } from './project-row.tsx'
import { useProjects, useSharedVideos } from '../queries.ts'
import { SharedVideos } from './shared-videos.tsx'
import { OfferedVideos } from './transfers.tsx'
import { useLibrarySettings } from './use-library-settings.ts'

/** What other features have made of the listed videos. */
export type VideoWorkList = {
  /** By project id; undefined while it loads. A video that is missing has nothing made of it. */
  readonly byId: ReadonlyMap<string, VideoWork> | undefined
  /** Why it could not be loaded, in one sentence. */
  readonly problem: string | null
  readonly retry: () => void
}

/** The videos of the user and of those who share theirs: sorted, narrowed, tagged, several at once. */
export function Library({ work }: { work: VideoWorkList }) {
  const own = useProjects()
  const shared = useSharedVideos()
  const [isSelecting, setIsSelecting] = useState(false)
  const list = useRef<HTMLElement>(null)
  const mine = useChosenOrder(own.data) ?? []
  const others = shared.data?.flatMap(({ projects }) => projects) ?? []
  const all = [...mine, ...others]
  const { arrangement, tags, narrow, reset } = useArrangement(all)

  const workOf = ({ id }: Project) => (work.byId === undefined ? undefined : (work.byId.get(id) ?? NO_WORK))
  const arrange = (videos: readonly Project[]) => arrangeVideos(videos, arrangement, workOf)
  const isNarrowed = arrangement.filter !== 'all' || arrangement.tag !== null
  const isUnknown = needsWork(arrangement.filter) && work.byId === undefined
  const shownOwn = isUnknown ? [] : arrange(mine)
  const shownCount = shownOwn.length + (isUnknown ? 0 : arrange(others).length)
  const rowOf = (project: Project): ListedVideo => ({
    project,
    state: stateOf(project, workOf(project)),
    onTag: (tag: Tag) => narrow({ ...arrangement, tag }),
  })

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the rows in it have the focus
    <section
      ref={list}
      tabIndex={-1}
      aria-label="Videos"
      className="grid gap-5 outline-none"
      onKeyDown={moveBetweenVideos}
    >
      <OfferedVideos />
      {(all.length > 0 || isNarrowed) && (
        <LibraryToolbar
          arrangement={arrangement}
          onArrange={narrow}
          total={all.length}
          shown={shownCount}
          tags={tags}
          hasShared={(shared.data ?? []).length > 0}
          isSelecting={isSelecting && shownOwn.length > 0}
          onSelect={shownOwn.length === 0 ? undefined : () => setIsSelecting(!isSelecting)}
        />
      )}
      {work.problem !== null && work.byId === undefined && <WorkProblem message={work.problem} retry={work.retry} />}
      {isUnknown && work.problem === null && <VideoPlaceholders />}
      {isNarrowed && !isUnknown && shownCount === 0 && all.length > 0 && <NothingMatches onReset={reset} />}
      {(!isNarrowed || shownOwn.length > 0 || own.isPending || own.isError || all.length === 0) && (
        <OwnVideos
          own={own}
          shown={shownOwn}
          isSelecting={isSelecting}
          onSelected={() => setIsSelecting(false)}
          // The section of the own videos may go with the last of them.
          onDeleted={() => list.current?.focus()}
          rowOf={rowOf}
        />
      )}
      {!isUnknown && <SharedVideos shared={shared} arrange={arrange} isNarrowed={isNarrowed} rowOf={rowOf} />}
    </section>
  )
}

/** The arrangement of the list; a tag without videos narrows nothing. */
function useArrangement(all: readonly Project[]) {
  const [settings, setSettings] = useLibrarySettings()
  const [chosenTag, setTag] = useState<Tag | null>(null)
  const tags = tagsOfVideos(all)
  const tag = tags.find((other) => chosenTag !== null && tagKey(other) === tagKey(chosenTag)) ?? null
  const narrow = (next: VideoArrangement) => {
    setTag(next.tag)
    setSettings(next)
  }
  const arrangement: VideoArrangement = { ...settings, tag }
  return { arrangement, tags, narrow, reset: () => narrow({ ...arrangement, filter: 'all', tag: null }) }
}

function WorkProblem({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Notice
      tone="warning"
      title="We couldn’t load the states of your videos"
      actions={
        <Button icon={<RotateCw aria-hidden="true" />} onClick={retry}>
          Try again
        </Button>
      }
    >
      {message}
    </Notice>
  )
}

function NothingMatches({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      picture={<SearchX className="size-8" strokeWidth={1.5} />}
      title="No video matches"
      action={<Button onClick={onReset}>Show all videos</Button>}
    >
      No video fits the chosen state and tag.
    </EmptyState>
  )
}
