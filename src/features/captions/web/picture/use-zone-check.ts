import { useEffect, useState } from 'react'
import { type IdleTime, whenIdle } from '#platform/web/idle.ts'
import { type PictureLayout, type PlacedCaption, runsInto, type SafeZone } from '../../model/index.ts'

/** Pause after a change before captions are checked, ms; longer than between two steps of a drag. */
const REST_MS = 400
/** Maximum work at once, ms, so that a key press never waits longer. */
const SLICE_MS = 4
/** A busy browser, which is never idle, continues the check after this pause, ms. */
const PATIENCE_MS = 500

/** All captions, and those that run into a safe zone. */
export type ZoneCheck = { readonly all: readonly PlacedCaption[]; readonly covered: readonly PlacedCaption[] }

/** Checks captions against a safe zone while the page is idle; null until all are checked. */
export function useZoneCheck(layout: PictureLayout, zone: SafeZone | undefined): ZoneCheck | null {
  const [checked, setChecked] = useState<{ readonly zone: SafeZone; readonly check: ZoneCheck } | null>(null)
  useEffect(() => {
    if (zone === undefined) return
    return checkWhenIdle(layout, zone, (check) => setChecked({ zone, check }))
  }, [layout, zone])
  return checked?.zone === zone ? (checked?.check ?? null) : null
}

/** @returns stops the work */
function checkWhenIdle(layout: PictureLayout, zone: SafeZone, onChecked: (check: ZoneCheck) => void): () => void {
  const all: PlacedCaption[] = []
  let at = 0
  let cancel = () => clearTimeout(resting)
  const resting = setTimeout(() => (cancel = whenIdle(checkSome, { timeout: PATIENCE_MS })), REST_MS)
  function checkSome(time: IdleTime): void {
    const end = performance.now() + Math.min(SLICE_MS, Math.max(1, time.timeRemaining()))
    do all.push(...layout.partsOf(at++))
    while (at < layout.count && performance.now() < end)
    if (at < layout.count) cancel = whenIdle(checkSome, { timeout: PATIENCE_MS })
    else onChecked({ all, covered: all.filter((caption) => isCovered(caption, zone, layout)) })
  }
  return () => cancel()
}

/** By caption, which stays the same object until it changes: the zones that it was checked against. */
const known = new WeakMap<PlacedCaption, Map<SafeZone, boolean>>()

function isCovered(caption: PlacedCaption, zone: SafeZone, { frame }: PictureLayout): boolean {
  const results = known.get(caption) ?? new Map<SafeZone, boolean>()
  const result = results.get(zone) ?? runsInto(caption, zone, frame)
  known.set(caption, results.set(zone, result))
  return result
}
