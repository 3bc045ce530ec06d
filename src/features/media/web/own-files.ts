import { useEffect, useState } from 'react'

/** The files that this page uploads, by project. Only references: nothing is read before it is played. */
const files = new Map<string, File>()

/** Stores the file of a project, to play it before the server has a preview. */
export function addOwnFile(projectId: string, file: File): void {
  files.set(projectId, file)
}

/** Forgets all files, so that the next user sees nothing. */
export function dropOwnFiles(): void {
  files.clear()
}

/**
 * An address of the file that this page uploaded for a project, valid while the component is mounted: a video that
 * plays it may still need it when the preview is there.
 * @param isWanted whether it is needed at first
 * @returns null if it is not wanted, was uploaded elsewhere, or this browser cannot play it
 */
export function useOwnFile(projectId: string, isWanted: boolean): string | null {
  const [wasWanted] = useState(isWanted)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const file = wasWanted ? files.get(projectId) : undefined
    if (file === undefined) return
    const opened = URL.createObjectURL(file)
    let isOpen = true
    void hasPicture(opened).then((isPlayable) => isOpen && isPlayable && setAddress(opened))
    return () => {
      isOpen = false
      setAddress(null)
      URL.revokeObjectURL(opened)
    }
  }, [projectId, wasWanted])
  return address
}

/** Browsers play the sound alone of a video whose picture they cannot decode. */
function hasPicture(address: string): Promise<boolean> {
  const video = document.createElement('video')
  return new Promise<boolean>((resolve) => {
    video.addEventListener('loadeddata', () => resolve(video.videoWidth > 0), { once: true })
    video.addEventListener('error', () => resolve(false), { once: true })
    video.muted = true
    video.preload = 'auto'
    video.src = address
  }).finally(() => {
    video.removeAttribute('src')
    video.load()
  })
}
