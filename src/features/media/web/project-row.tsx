import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { allows } from '#features/collaboration/model/index.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { formatProgress } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonLook } from '#ui/button-look.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Project } from '../model/contract.ts'
import { DuplicateItem } from './duplicate-video.tsx'
import { DeleteProject, RenameProject } from './project-dialogs.tsx'
import { isUnderWay, type Upload, useUploadOf } from './upload-store.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

type ProjectRowProps = {
  project: Project
  /** Called after the owner deleted it: the focused row is gone. */
  onDeleted?: (() => void) | undefined
}

/** A video in the list, with its poster, state and actions. */
export function ProjectRow({ project, onDeleted }: ProjectRowProps) {
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} className="group relative flex items-center gap-4 border-b border-border py-3">
      <VideoThumbnail project={project} row={row} />
      <div className="grid min-w-0 grow gap-1">
        <Link
          to={`/projects/${project.id}`}
          className="truncate font-medium after:absolute after:inset-0 group-hover:text-accent-text"
        >
          {project.title}
        </Link>
        <Standing project={project} />
      </div>
      {allows(project.access, 'edit') && <Actions project={project} onDeleted={onDeleted} />}
    </li>
  )
}

/** The actions the user has access to: editors rename, owners also delete. */
function Actions({ project, onDeleted }: ProjectRowProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const close = () => setDialog(undefined)
  const owns = allows(project.access, 'own')
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
            className={buttonLook({ variant: 'ghost', className: 'aspect-square px-0!' })}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        )}
      >
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        <DuplicateItem project={project} />
        {owns && <MenuSeparator />}
        {owns && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setDialog('delete')}>
            {project.stage === 'uploading' ? 'Cancel upload' : 'Delete'}
          </MenuItem>
        )}
      </Menu>
      <RenameProject project={project} open={dialog === 'rename'} onClose={close} />
      <DeleteProject project={project} open={dialog === 'delete'} onClose={close} onDeleted={onDeleted} />
    </div>
  )
}

function Standing({ project }: { project: Project }) {
  const upload = useUploadOf(project.id)
  if (project.stage === 'uploading' && upload && isUnderWay(upload)) return <Sending upload={upload} />
  return (
    <div className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
      <StageBadge project={project} />
      {project.probe && <span>{formatMediaTime(project.probe.durationMs)}</span>}
      <span>{formatBytes(project.sizeBytes)}</span>
      <time dateTime={project.createdAt}>{formatShortDay(project.createdAt)}</time>
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

function StageBadge({ project: { stage, progress, isCopying } }: { project: Project }) {
  switch (stage) {
    case 'uploading':
      return <Badge tone="warning">Upload paused at {formatProgress(progress)}</Badge>
    case 'checking':
      return <Badge tone="info">Checking</Badge>
    case 'preparing':
      return (
        <Badge tone="info">
          {isCopying === true ? 'Copying' : 'Preparing'}, {formatProgress(progress)}
        </Badge>
      )
    case 'prepared':
      return null
    case 'refused':
      return <Badge tone="error">{isCopying === true ? 'Not copied' : 'Not accepted'}</Badge>
    default:
      return stage satisfies never
  }
}
