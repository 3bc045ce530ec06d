import { ArrowRightLeft, Clapperboard, Ellipsis, Pencil, Tag as TagIcon, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { allows } from '#features/collaboration/model/index.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { formatLength } from '#platform/shared/format/durations.ts'
import { formatProgress } from '#platform/shared/format/numbers.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classNames } from '#ui/class-names.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Project } from '../../model/contract.ts'
import { DuplicateItem } from './duplicate-video.tsx'
import type { Tag } from '../../model/tag.ts'
import type { VideoState } from '../../model/video-state.ts'
import { isOnVideo, VIDEO_FOCUS } from './move-between-videos.ts'
import { DeleteProject, RenameProject } from './project-dialogs.tsx'
import { TagVideos } from './tag-dialog.tsx'
import { NewCutDialog } from './new-cut-button.tsx'
import { TransferDialog, useOfferedTo } from './transfers.tsx'
import { isUnderWay, type Upload, useUploadOf } from '../upload/upload-store.ts'
import { VideoStateBadge } from './video-state-badge.tsx'
import { VideoThumbnail } from './video-thumbnail.tsx'

/** A row's part in a selection. */
type RowSelection = {
  readonly isSelected: boolean
  /** @param isRange whether to include everything since the last click */
  readonly onSelect: (id: string, isRange: boolean) => void
}

/** A video in the list. */
export type ListedVideo = {
  project: Project
  state: VideoState
  /** Narrows the list to a tag. */
  onTag: (tag: Tag) => void
}

type ProjectRowProps = ListedVideo & {
  /** Set while videos are being selected: the row selects instead of opening. Null for one that cannot be. */
  selection?: RowSelection | null | undefined
  /** Called after the owner deleted it: the focused row is gone. */
  onDeleted?: (() => void) | undefined
}

type Dialog = 'rename' | 'tags' | 'new-cut' | 'transfer' | 'delete'

/** A video in the list, with its poster, state, tags and actions. Delete on the row asks whether to delete it. */
export function ProjectRow({ project, state, selection, onTag, onDeleted }: ProjectRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const [dialog, setDialog] = useState<Dialog>()
  const owns = allows(project.access, 'own')
  function askToDelete(event: KeyboardEvent) {
    if (event.key !== 'Delete' || !owns || !isOnVideo(event)) return
    event.preventDefault()
    setDialog('delete')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the link in it has the focus
    <li
      ref={row}
      onKeyDown={selection === undefined ? askToDelete : undefined}
      className={classNames(
        'group relative flex items-center gap-3 border-b border-border py-3 transition-colors sm:gap-4',
        'has-[[data-video-focus]:focus-visible]:bg-hover',
        selection?.isSelected === true && 'bg-hover',
      )}
    >
      {selection !== undefined && <Select project={project} selection={selection} />}
      <VideoThumbnail project={project} row={row} />
      <div className="grid min-w-0 grow gap-1">
        {selection === undefined ? (
          <Link
            {...VIDEO_FOCUS}
            to={`/projects/${project.id}`}
            aria-keyshortcuts={owns ? 'Delete' : undefined}
            dir="auto"
            className="truncate text-left font-medium after:absolute after:inset-0 group-hover:text-accent-text"
          >
            {project.title}
          </Link>
        ) : (
          <span dir="auto" className="truncate text-left font-medium">
            {project.title}
          </span>
        )}
        <Standing project={project} state={state} />
        {project.tags.length > 0 && <Tags tags={project.tags} onTag={onTag} />}
      </div>
      {allows(project.access, 'edit') && selection === undefined && (
        <Actions project={project} state={state} onOpen={setDialog} />
      )}
      <Dialogs project={project} dialog={dialog} onClose={() => setDialog(undefined)} onDeleted={onDeleted} />
    </li>
  )
}

/** The whole row is the checkbox's label. */
function Select({ project: { id, title }, selection }: { project: Project; selection: RowSelection | null }) {
  return (
    <span className="select-none [&_input]:relative [&_input]:z-10 [&>label]:after:absolute [&>label]:after:inset-0">
      <Checkbox
        {...VIDEO_FOCUS}
        hideLabel
        label={`Select ${title}`}
        disabled={selection === null}
        checked={selection?.isSelected === true}
        onChange={({ nativeEvent }) =>
          selection?.onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </span>
  )
}

type ActionsProps = Pick<ListedVideo, 'project' | 'state'> & { onOpen: (dialog: Dialog) => void }

/** The actions the user has access to: editors rename, owners also tag and delete. */
function Actions({ project, state, onOpen }: ActionsProps) {
  const owns = allows(project.access, 'own')
  const isOffered = useOfferedTo(project.id) !== undefined
  return (
    <div className="relative z-10">
      <Menu
        label={`Actions for ${project.title}`}
        align="end"
        renderTrigger={(props) => (
          <button
            type="button"
            {...props}
            aria-label={`Actions for ${project.title}`}
            className={buttonClass({ variant: 'ghost', className: 'aspect-square px-0!' })}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        )}
      >
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen('rename')}>
          Rename
        </MenuItem>
        <DuplicateItem project={project} />
        {owns && isCaptioned(state) && (
          <MenuItem icon={<Clapperboard aria-hidden="true" />} onSelect={() => onOpen('new-cut')}>
            Upload a new cut
          </MenuItem>
        )}
        {owns && (
          <MenuItem icon={<TagIcon aria-hidden="true" />} onSelect={() => onOpen('tags')}>
            Tags
          </MenuItem>
        )}
        {owns && project.stage === 'prepared' && (
          <MenuItem icon={<ArrowRightLeft aria-hidden="true" />} onSelect={() => onOpen('transfer')}>
            {isOffered ? 'Withdraw the offer' : 'Transfer'}
          </MenuItem>
        )}
        {owns && <MenuSeparator />}
        {owns && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => onOpen('delete')}>
            {project.stage === 'uploading' ? 'Cancel upload' : 'Delete'}
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

/** Whether there are captions to carry over. */
function isCaptioned({ name }: VideoState): boolean {
  return name === 'captioned' || name === 'exporting' || name === 'exported'
}

type DialogsProps = Pick<ProjectRowProps, 'project' | 'onDeleted'> & {
  dialog: Dialog | undefined
  onClose: () => void
}

function Dialogs({ project, dialog, onClose, onDeleted }: DialogsProps) {
  return (
    <>
      <RenameProject project={project} open={dialog === 'rename'} onClose={onClose} />
      <TagVideos videos={[project]} open={dialog === 'tags'} onClose={onClose} />
      <NewCutDialog project={project} open={dialog === 'new-cut'} onClose={onClose} />
      <TransferDialog project={project} open={dialog === 'transfer'} onClose={onClose} />
      <DeleteProject project={project} open={dialog === 'delete'} onClose={onClose} onDeleted={onDeleted} />
    </>
  )
}

function Standing({ project, state }: { project: Project; state: VideoState }) {
  const upload = useUploadOf(project.id)
  const offeredTo = useOfferedTo(project.id)
  if (project.stage === 'uploading' && upload && isUnderWay(upload)) return <Sending upload={upload} />
  const { ownerName, probe, sizeBytes, createdAt, expiresAt } = project
  return (
    <div className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
      <VideoStateBadge state={state} project={project} />
      {ownerName !== null && (
        <span className="wrap-anywhere">
          By <bdi>{ownerName}</bdi>
        </span>
      )}
      {offeredTo !== undefined && <span className="wrap-anywhere text-muted">Offered to {offeredTo}</span>}
      {/* Together on a line of their own where there is no room beside the state. */}
      <span className="flex flex-wrap gap-x-2.5 sm:gap-x-3">
        {probe && <span>{formatLength(probe.durationMs)}</span>}
        <span>{formatBytes(sizeBytes)}</span>
        <time dateTime={createdAt}>{formatShortDay(createdAt)}</time>
      </span>
      {expiresAt !== null && (
        <span className="text-muted">
          Stored until <time dateTime={expiresAt}>{formatShortDay(expiresAt)}</time>
        </span>
      )}
    </div>
  )
}

function Sending({ upload }: { upload: Upload }) {
  const value = upload.sentBytes / upload.sizeBytes
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <div className="max-w-60 grow">
        <ProgressBar bare label={`Uploading ${upload.name}`} value={value} />
      </div>
      <span className="tabular">
        {upload.phase === 'waiting' ? 'Waiting for the network' : `Uploading, ${formatProgress(value)}`}
      </span>
    </div>
  )
}

function Tags({ tags, onTag }: { tags: readonly Tag[]; onTag: (tag: Tag) => void }) {
  return (
    <p className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-label={`Show videos with the tag ${tag}`}
          className="hit-target relative z-10 max-w-full truncate rounded-sm bg-raised px-1.5 py-0.5 text-xs text-muted transition-colors hover:text-accent-text"
          onClick={() => onTag(tag)}
        >
          {tag}
        </button>
      ))}
    </p>
  )
}
