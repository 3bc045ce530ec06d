import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { clipAwaitedBy } from '../upload/awaited-clip.ts'
import { readPendingClip, deletePendingClip } from '../upload/pending-upload.ts'

/**
 * Takes the clip chosen before the sign-up, once.
 * @param ready true when files can be taken
 * @returns the name of a clip that the address mentions but this browser lacks; null otherwise
 */
export function usePendingUpload(ready: boolean, addFiles: (files: readonly File[]) => Promise<void>): string | null {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [lost, setLost] = useState<string | null>(null)

  /** The name of the missing clip, if any. */
  const addPendingClip = useEffectEvent(async (): Promise<string | null> => {
    const named = clipAwaitedBy(search)
    const file = await readPendingClip()
    if (named !== null) await navigate(pathname, { replace: true })
    if (file === undefined) return named
    // Not awaited: a large copy may still be on its way into the database.
    void deletePendingClip()
    await addFiles([file])
    return null
  })

  useEffect(() => {
    if (ready) void addPendingClip().then(setLost)
  }, [ready])

  return lost
}
