import { useEffect, useState } from 'react'
import type { LogoPicture } from '../../model/index.ts'
import { loadedLogo, loadLogo } from './logo-pictures.ts'
import { useLogos } from './logos-context.ts'

type LoadState = { readonly source: string; readonly hasFailed: boolean }

/** The picture of a logo; null until it is loaded, and for one that the page does not know. */
export function useLogoPicture(id: string | null): {
  readonly picture: LogoPicture | null
  readonly hasFailed: boolean
} {
  const logo = useLogos().find((each) => each.id === id)
  const [ended, setEnded] = useState<LoadState | null>(null)
  const picture = (logo && loadedLogo(logo)) ?? null
  const isMissing = logo !== undefined && picture === null

  useEffect(() => {
    if (!isMissing) return
    let left = false
    const end = (hasFailed: boolean) => () => {
      if (!left) setEnded({ source: logo.source, hasFailed })
    }
    void loadLogo(logo).then(end(false), end(true))
    return () => {
      left = true
    }
  }, [logo, isMissing])

  return { picture, hasFailed: isMissing && ended?.source === logo.source && ended.hasFailed }
}
