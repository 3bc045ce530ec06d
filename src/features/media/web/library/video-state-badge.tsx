import { formatProgress } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import type { Project } from '../../model/contract.ts'
import type { VideoState } from '../../model/video-state.ts'

type VideoStateBadgeProps = { state: VideoState; project: Pick<Project, 'access' | 'isCopying'> }

/** The state of a video in a few words; nothing while it is not known. */
export function VideoStateBadge({ state: { name, progress }, project }: VideoStateBadgeProps) {
  const isCopying = project.isCopying === true
  const done = formatProgress(progress ?? 0)
  switch (name) {
    case 'uploading':
      return project.access === 'owner' ? (
        <Badge tone="warning">Upload paused at {done}</Badge>
      ) : (
        <Badge tone="info">Uploading, {done}</Badge>
      )
    case 'checking':
      return <Badge tone="info">Checking</Badge>
    case 'preparing':
      return (
        <Badge tone="info">
          {isCopying ? 'Copying' : 'Preparing'}, {done}
        </Badge>
      )
    case 'refused':
      return <Badge tone="error">{isCopying ? 'Not copied' : 'Not accepted'}</Badge>
    case 'prepared':
      return null
    case 'silent':
      return <Badge>No sound</Badge>
    case 'ready':
      return <Badge tone="accent">Ready to caption</Badge>
    case 'listening':
      return <Badge tone="info">Listening, {done}</Badge>
    case 'captions-failed':
      return <Badge tone="error">Captions failed</Badge>
    case 'captioned':
      return <Badge tone="success">Captioned</Badge>
    case 'exporting':
      return <Badge tone="info">Exporting, {done}</Badge>
    case 'exported':
      return <Badge tone="success">Exported</Badge>
    default:
      return name satisfies never
  }
}
