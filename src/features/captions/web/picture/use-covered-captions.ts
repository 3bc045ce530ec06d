import { useEffect, useEffectEvent } from 'react'
import { toast } from '#platform/web/toasts.tsx'
import { freeCaption, type PictureSize, type SafeZone } from '../../model/index.ts'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import type { CoveredCaptions } from '../store/editor-state.ts'
import type { ZoneCheck } from './use-zone-check.ts'

type ShownZone = { readonly zone: SafeZone | undefined; readonly check: ZoneCheck | null; readonly frame: PictureSize }

/** Marks the captions that run into the shown safe zone in the transcript, after each check that finds other ones. */
export function useCoveredCaptions({ zone, check, frame }: ShownZone): void {
  const { store } = useOpenEditor()
  const { setCovered, edit } = useActions()

  const free = useEffectEvent((cueId: string) => {
    const parts = check?.covered.filter((part) => part.cueId === cueId) ?? []
    if (zone === undefined || parts.length === 0) return
    const command = freeCaption(store.getState().doc, { parts, zone, frame })
    if (command === undefined) toast.info('This caption found no free place. Make it shorter or smaller.')
    else edit([command])
  })

  useEffect(() => {
    if (zone === undefined || check === null) return
    const label = `Runs into the controls of ${zone.name}`
    const cueIds = new Set(check.covered.map(({ cueId }) => cueId))
    const before = store.getState().covered
    // The same object while nothing changes, so that the transcript renders no row again.
    if (before?.label !== label || !isSameSet(before.cueIds, cueIds))
      setCovered({ label, cueIds, free: (cueId) => free(cueId) } satisfies CoveredCaptions)
  }, [store, setCovered, zone, check])
  useEffect(() => (zone === undefined ? undefined : () => setCovered(null)), [setCovered, zone])
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}
