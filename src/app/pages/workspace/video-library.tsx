import { useMemo } from 'react'
import { LibrarySearch } from '#features/captions/web/index.ts'
import { UploadPage, useProjects, useSharedVideos, type VideoWorkList } from '#features/media/web/index.ts'
import { useExportsOverview } from '#features/rendering/web/index.ts'
import { isOver, useTranscriptionOverview } from '#features/transcription/web/index.ts'
import { AutomaticStart, useAutomaticStart } from './automatic-start.tsx'
import { useSaveLinked } from './use-save-linked.ts'
import { useVideoAhead } from './use-video-ahead.ts'

/** /upload with a search, and with what was made of each video. */
export function VideoLibrary() {
  useSaveLinked()
  const automatic = useAutomaticStart()
  const ahead = useVideoAhead()
  const isEmpty = useIsEmpty()
  return (
    <UploadPage
      work={useVideoWork()}
      renderLibrary={(videos) => <LibrarySearch isEmpty={isEmpty}>{videos}</LibrarySearch>}
      options={<AutomaticStart {...automatic} />}
      on={{ onChosen: ahead.loadCode, onBegun: automatic.onBegun, onOpening: ahead.loadAnswers }}
    />
  )
}

/** True once it is known that the user has no videos, and nobody shares one with them. */
function useIsEmpty(): boolean {
  const own = useProjects()
  const shared = useSharedVideos()
  return own.data?.length === 0 && shared.data?.every(({ projects }) => projects.length === 0) === true
}

function useVideoWork(): VideoWorkList {
  const runs = useTranscriptionOverview()
  const exports = useExportsOverview()
  const byId = useMemo(
    () => (runs.data && exports.data ? joinWork(runs.data, exports.data) : undefined),
    [runs.data, exports.data],
  )
  return {
    byId,
    problem: (runs.error ?? exports.error)?.message ?? null,
    retry: () => void Promise.all([runs.refetch(), exports.refetch()]),
  }
}

type Runs = NonNullable<ReturnType<typeof useTranscriptionOverview>['data']>
type Exports = NonNullable<ReturnType<typeof useExportsOverview>['data']>

function joinWork(runs: Runs, exports: Exports): NonNullable<VideoWorkList['byId']> {
  const ids = new Set([...Object.keys(runs), ...Object.keys(exports)])
  return new Map(
    Array.from(ids, (id) => [
      id,
      {
        captions: captionsOf(runs[id]),
        exportProgress: exports[id]?.progress ?? null,
        isExported: exports[id]?.isExported ?? false,
      },
    ]),
  )
}

/** A cancelled run leaves the video as it was. */
function captionsOf(run: Runs[string] | undefined) {
  if (run === undefined || run.state === 'cancelled') return null
  if (!isOver(run)) return { state: 'running' as const, progress: run.progress }
  return { state: run.state === 'done' ? ('done' as const) : ('failed' as const), progress: run.progress }
}
