import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type useProject, useProjects } from '#features/media/web/index.ts'
import { type EarlierCut, useTranscriptionOverview } from '#features/transcription/web/index.ts'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/**
 * The earlier cut that the address names (`?cutOf=`) or the owner chooses; undefined for somebody else's video, and for
 * the only one of a library that has been loaded.
 */
export function useEarlierCut({ id, access }: Pick<Project, 'id' | 'access'>): EarlierCut | undefined {
  const [search] = useSearchParams()
  const [chosen, choose] = useState(search.get('cutOf'))
  const [isAsked, setAsked] = useState(chosen !== null)
  const projects = useProjects({ isNeeded: isAsked })
  const runs = useTranscriptionOverview({ isNeeded: isAsked })
  const isOnlyVideo = !isAsked && projects.data?.every((project) => project.id === id) === true
  if (access !== 'owner' || isOnlyVideo) return undefined
  const isCaptioned = (videoId: string) => videoId !== id && runs.data?.[videoId]?.state === 'done'
  const problem = projects.error ?? runs.error
  return {
    videos: projects.data && runs.data ? projects.data.filter((project) => isCaptioned(project.id)) : undefined,
    problem: problem?.message ?? null,
    chosen,
    choose,
    isAsked,
    ask: () => setAsked(true),
  }
}
