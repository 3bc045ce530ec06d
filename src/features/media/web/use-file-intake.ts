import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import type { UploadLimits } from '../model/limits.ts'
import { localRefusal } from './local-check.ts'
import { refreshProjects } from './queries.ts'
import { beginUpload } from './uploads.ts'

/**
 * Takes files however they come: checks each against the plan before its first byte goes, starts the
 * uploads, and opens the project when there is one.
 */
export function useFileIntake(limits: UploadLimits | undefined) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const isHere = useIsHere()

  async function take(files: readonly File[]) {
    if (limits === undefined || files.length === 0) return
    setBusy(true)
    const outcomes = await Promise.all(files.map((file) => takeOne(file, limits)))
    setBusy(false)
    // Several files may have the same to say of them.
    setRefusals([...new Set(outcomes.flatMap(({ refusal }) => (refusal === null ? [] : [refusal])))])
    await refreshProjects(queryClient)
    const [only] = outcomes
    // Whoever went elsewhere meanwhile stays there.
    if (outcomes.length === 1 && only?.projectId && isHere.current) await navigate(`/projects/${only.projectId}`)
  }

  return { take, busy, refusals }
}

/** True until the person leaves the page. */
function useIsHere() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return isHere
}

type Outcome = { projectId: string | null; refusal: string | null }

async function takeOne(file: File, limits: UploadLimits): Promise<Outcome> {
  const refusal = await localRefusal(file, limits)
  if (refusal !== null) return { projectId: null, refusal }
  try {
    return { projectId: await beginUpload(file), refusal: null }
  } catch (error) {
    return { projectId: null, refusal: asAppError(error).message }
  }
}
