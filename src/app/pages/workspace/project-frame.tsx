import { Film, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { allows } from '#features/collaboration/model/index.ts'
import { DeleteProject, useOwnFile, type useProject } from '#features/media/web/index.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Stages } from '#ui/stages.tsx'
import { RenameButton } from './rename-button.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

type StageId = (typeof STAGES)[number]['id']

/** Props of {@link ProjectFrame}. */
export type ProjectFrameProps = {
  project: Project
  stage: StageId
  /** Earlier stages that are still under way. Default: none. */
  underWay?: readonly StageId[] | undefined
  failed?: boolean
  children: ReactNode
}

/** The frame of every stage before the editor: title, stages, and the picture once it exists. */
export function ProjectFrame({ project, stage, underWay, failed = false, children }: ProjectFrameProps) {
  return (
    <div className="mx-auto grid max-w-4xl gap-8 px-4 py-8 sm:px-6 sm:py-10">
      <Title project={project} />
      <Stages label="Progress of this video" stages={STAGES} current={stage} underWay={underWay} failed={failed} />
      <div className="grid gap-8 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:gap-10">
        <Picture project={project} />
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  )
}

function Title({ project }: { project: Project }) {
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className="flex min-w-0 items-center gap-1">
      <h1 dir="auto" className="min-w-0 truncate text-left text-2xl sm:text-3xl">
        {project.title}
      </h1>
      {project.ownerName !== null && (
        <span className="ml-2">
          <Badge>
            By <bdi>{project.ownerName}</bdi>
          </Badge>
        </span>
      )}
      <RenameButton project={project} className="ml-2" />
      {allows(project.access, 'own') && (
        <IconButton label="Delete" icon={<Trash2 />} onClick={() => setIsDeleting(true)} />
      )}
      <DeleteProject
        project={project}
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void navigate('/upload')}
      />
    </div>
  )
}

/** The playable preview; before it the creator's own file, else the poster, and before that an empty frame. */
function Picture({ project: { id, assets, probe, title } }: { project: Project }) {
  const own = useOwnFile(id, assets.preview === null)
  const source = assets.preview ?? own.address
  // Low on a phone, so that the form below it is in sight, and always as high, so that the form stays in place.
  const className = 'max-h-116 w-full overflow-hidden rounded-lg border border-border object-contain max-sm:h-48'
  const style = { aspectRatio: probe ? `${probe.width} / ${probe.height}` : (own.aspectRatio ?? '9 / 16') }
  if (source !== null) {
    return (
      <video
        src={source}
        poster={assets.poster ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        style={style}
        // The controls are white over whatever stands behind the picture.
        className={`${className} bg-black`}
      />
    )
  }
  if (assets.poster !== null)
    return <img src={assets.poster} alt="" style={style} className={`${className} bg-black`} />
  return (
    <div
      aria-hidden="true"
      style={style}
      className={classNames(
        className,
        'grid place-items-center bg-sunken text-faint',
        own.state === 'none' && 'max-sm:hidden',
      )}
    >
      <Film className="size-8" strokeWidth={1.25} />
    </div>
  )
}

/** The creator's names of the stages (product §1). */
const STAGES = [
  { id: 'uploading', label: 'Upload' },
  { id: 'checking', label: 'Check' },
  { id: 'preparing', label: 'Prepare' },
  { id: 'captions', label: 'Captions' },
  { id: 'editing', label: 'Edit and export' },
] as const
