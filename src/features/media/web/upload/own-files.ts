import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The files that this page uploads, by project. Only references: nothing is read before it is played. */
const store = createStore<{ files: ReadonlyMap<string, File> }>(() => ({ files: new Map() }))

/** Stores the file of a project, to play it before the server has a preview. */
export function addOwnFile(projectId: string, file: File): void {
  store.setState(({ files }) => ({ files: new Map([...files, [projectId, file]]) }))
}

/** Forgets all files, so that the next user sees nothing. */
export function dropOwnFiles(): void {
  store.setState({ files: new Map() })
}

/** The file of a project that this page uploads. */
export type OwnFile = {
  /** `none` without one, or if it is not wanted; `unplayable` if this browser cannot show its picture. */
  readonly state: 'none' | 'opening' | 'playable' | 'unplayable'
  /** Where to play it; null unless it is playable. */
  readonly address: string | null
  /** Width by height of its picture; null unless it is playable. */
  readonly aspectRatio: number | null
}

const NONE: OwnFile = { state: 'none', address: null, aspectRatio: null }
const OPENING: OwnFile = { ...NONE, state: 'opening' }
const UNPLAYABLE: OwnFile = { ...NONE, state: 'unplayable' }

/**
 * The file that this page uploads for a project. Its address is valid while the component is mounted: a video that plays
 * it may still need it when the preview is there.
 * @param isWanted whether it is needed at first
 */
export function useOwnFile(projectId: string, isWanted: boolean): OwnFile {
  const [wasWanted] = useState(isWanted)
  const file = useStore(store, ({ files }) => (wasWanted ? files.get(projectId) : undefined))
  const [opened, setOpened] = useState<OwnFile>(OPENING)
  useEffect(() => {
    if (file === undefined) return
    const address = URL.createObjectURL(file)
    let isOpen = true
    void readAspectRatio(address).then((aspectRatio) => {
      if (isOpen) setOpened(aspectRatio === null ? UNPLAYABLE : { state: 'playable', address, aspectRatio })
    })
    return () => {
      isOpen = false
      setOpened(OPENING)
      URL.revokeObjectURL(address)
    }
  }, [file])
  return file === undefined ? NONE : opened
}

/** @returns null without a picture: browsers play the sound alone of a video whose picture they cannot decode */
function readAspectRatio(address: string): Promise<number | null> {
  const video = document.createElement('video')
  return new Promise<number | null>((resolve) => {
    video.addEventListener(
      'loadeddata',
      () => resolve(video.videoWidth > 0 ? video.videoWidth / video.videoHeight : null),
      { once: true },
    )
    video.addEventListener('error', () => resolve(null), { once: true })
    video.muted = true
    video.preload = 'auto'
    video.src = address
  }).finally(() => {
    video.removeAttribute('src')
    video.load()
  })
}
