import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { useAwaitedFiles } from '../upload/chosen-files.ts'
import { DropZone } from './drop-zone.tsx'
import { Library, type VideoWorkList } from '../library/library.tsx'
import { useUploadLimits } from '../queries.ts'
import { UploadProgress } from '../upload/upload-progress.tsx'
import type { IntakeEvents } from './use-file-intake.ts'

/** Props of {@link UploadPage}. */
type UploadPageProps = {
  /** What other features have made of the videos. */
  work: VideoWorkList
  /** Puts the list of videos into its place, for example below a search. Default: as it is. */
  renderLibrary?: (videos: ReactNode) => ReactNode
  /** What applies to every upload. Default: nothing. */
  options?: ReactNode
  /** What happens to chosen files. */
  on?: IntakeEvents
}

/** /upload: upload a video, and list the videos. */
export function UploadPage({ work, renderLibrary = showAll, options, on }: UploadPageProps) {
  const limits = useUploadLimits()
  return (
    <div className="mx-auto grid max-w-4xl gap-12 px-4 py-8 sm:px-6 sm:py-10">
      <div className="grid gap-5">
        <h1 className="text-2xl sm:text-3xl">Caption a video</h1>
        <DropZone limits={limits.data} problem={limitsProblem(limits)} on={on} />
        {options}
        <NotYetProjects />
      </div>
      <div className="grid gap-4">
        <h2 className="text-2xl">Videos</h2>
        {renderLibrary(<Library work={work} />)}
      </div>
    </div>
  )
}

function showAll(videos: ReactNode): ReactNode {
  return videos
}

/** Limits that are already known serve even if reloading failed. */
function limitsProblem({ data, error, isFetching, refetch }: ReturnType<typeof useUploadLimits>) {
  if (data !== undefined || error === null) return null
  return { message: error.message, isRetrying: isFetching, retry: () => void refetch() }
}

/** Files that are not in the list yet: being checked, starting, or refused. */
function NotYetProjects() {
  return useAwaitedFiles().map(({ key, name, upload }) => (
    <Card as="section" key={key} aria-label={name} className="grid gap-3">
      <h2 dir="auto" className="truncate text-left text-lg">
        {name}
      </h2>
      {upload === null ? <ProgressBar label="Checking the file" value={0} /> : <UploadProgress upload={upload} />}
    </Card>
  ))
}
