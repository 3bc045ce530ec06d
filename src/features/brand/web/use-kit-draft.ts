import { useEffect, useEffectEvent, useState } from 'react'
import type { BrandKit } from '../model/brand-kit.ts'

/** Pause after which dragging becomes one saved change, ms. */
const REST_MS = 400

/** The kit while it is changed: it shows at once, and is saved after a pause and on leaving the page. */
export function useKitDraft(saved: BrandKit, save: (kit: BrandKit) => void) {
  const [draft, setDraft] = useState<BrandKit | null>(null)
  const commit = useEffectEvent(() => {
    if (draft === null) return
    setDraft(null)
    save(draft)
  })
  useEffect(() => () => commit(), [])
  useEffect(() => {
    if (draft === null) return
    const resting = setTimeout(() => commit(), REST_MS)
    return () => clearTimeout(resting)
  }, [draft])

  return {
    kit: draft ?? saved,
    /** Whether a change is not sent yet. */
    isChanging: draft !== null,
    change: (changed: Partial<BrandKit>) => setDraft((before) => ({ ...(before ?? saved), ...changed })),
  }
}
