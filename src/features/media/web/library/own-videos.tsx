import { RotateCw, Tag as TagIcon, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectionBar } from '#ui/selection-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSelection } from '#ui/use-selection.ts'
import type { Project } from '../../model/contract.ts'
import { markListed, useAwaitedFiles } from '../upload/chosen-files.ts'
import { EmptyLibrary } from './empty-library.tsx'
import { isOnVideo } from './move-between-videos.ts'
import { DeleteVideos } from './project-dialogs.tsx'
import { type ListedVideo, ProjectRow } from './project-row.tsx'
import type { useProjects } from '../queries.ts'
import { TagVideos } from './tag-dialog.tsx'
import { projectsOfUploads } from '../upload/upload-store.ts'

type OwnVideosProps = {
  own: ReturnType<typeof useProjects>
  /** Those that the list shows, in its order. */
  shown: readonly Project[]
  isSelecting: boolean
  onSelected: () => void
  /** Called when videos were deleted, which may have had the focus. */
  onDeleted: () => void
  rowOf: (project: Project) => ListedVideo
}

/** The user's own videos, above the shared ones. */
export function OwnVideos({ own, shown, isSelecting, onSelected, onDeleted, rowOf }: OwnVideosProps) {
  const isAwaiting = useAwaitedFiles().length > 0
  // The list that is asked for now has them, unless they were deleted meanwhile.
  const [begunBefore] = useState(projectsOfUploads)
  useEffect(() => {
    if (own.data) markListed(new Set(own.data.map(({ id }) => id)))
    if (own.isFetchedAfterMount) markListed(begunBefore)
  }, [own.data, own.isFetchedAfterMount, begunBefore])
  return (
    <section aria-label="My videos">
      {own.isPending && <VideoPlaceholders />}
      {own.isError && (
        <Notice
          tone="error"
          title="We couldn’t load your videos"
          actions={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void own.refetch()}>
              Try again
            </Button>
          }
        >
          {own.error.message}
        </Notice>
      )}
      {own.data?.length === 0 && !isAwaiting && <EmptyLibrary />}
      {shown.length > 0 &&
        (isSelecting ? (
          <SelectableVideos shown={shown} onClose={onSelected} onDeleted={onDeleted} rowOf={rowOf} />
        ) : (
          <ul className="border-t border-border">
            {shown.map((project) => (
              <ProjectRow key={project.id} {...rowOf(project)} onDeleted={onDeleted} />
            ))}
          </ul>
        ))}
    </section>
  )
}

type SelectableVideosProps = {
  shown: readonly Project[]
  onClose: () => void
  onDeleted: () => void
  rowOf: (project: Project) => ListedVideo
}

/** The list while videos are being selected: to tag or delete several at once. Escape ends it. */
function SelectableVideos({ shown, onClose, onDeleted, rowOf }: SelectableVideosProps) {
  const [dialog, setDialog] = useState<'tags' | 'delete'>()
  const close = () => setDialog(undefined)
  // An unfinished upload cannot go to the trash: its row offers to cancel it.
  const ids = shown.filter(({ stage }) => stage !== 'uploading').map(({ id }) => id)
  const selection = useSelection(ids, ids)
  const selected = shown.filter(({ id }) => selection.ids.has(id))
  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented && dialog === undefined) return onClose()
    if (event.key === 'Delete' && isOnVideo(event) && selected.length > 0) setDialog('delete')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the controls in it have the focus
    <div onKeyDown={press}>
      <SelectionBar
        shown={ids.length}
        selected={selected.length}
        status={selected.length === 0 ? 'Select videos' : `${formatNumber(selected.length)} selected`}
        onToggleAll={selection.toggleAll}
      >
        {selected.length > 0 && (
          <>
            <Button size="sm" icon={<TagIcon aria-hidden="true" />} onClick={() => setDialog('tags')}>
              Tags
            </Button>
            <Button size="sm" icon={<Trash2 aria-hidden="true" />} onClick={() => setDialog('delete')}>
              Delete
            </Button>
          </>
        )}
        <IconButton size="sm" label="Stop selecting" icon={<X aria-hidden="true" />} onClick={onClose} />
      </SelectionBar>
      <ul aria-label={pluralize(shown.length, 'video')}>
        {shown.map((project) => (
          <ProjectRow
            key={project.id}
            {...rowOf(project)}
            selection={
              project.stage === 'uploading'
                ? null
                : { isSelected: selection.ids.has(project.id), onSelect: selection.select }
            }
          />
        ))}
      </ul>
      <TagVideos videos={selected} open={dialog === 'tags'} onClose={close} />
      <DeleteVideos
        videos={selected}
        open={dialog === 'delete'}
        onClose={close}
        onDeleted={() => {
          onClose()
          onDeleted()
        }}
      />
    </div>
  )
}

/** Reserves the list's space while it loads. */
export function VideoPlaceholders() {
  return (
    <div role="status" aria-label="Loading your videos" className="grid gap-4 border-t border-border pt-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="h-15 w-21 shrink-0 sm:h-20 sm:w-28" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
