import { useEffect, useEffectEvent, useRef } from 'react'
import type { Viewer } from './viewer.ts'

/** Calls `left` when the signed-in account changes: a log-out, or another user. */
export function useDeparture(account: Viewer['account'], left: () => Promise<void>): void {
  const before = useRef<string>(undefined)
  const leave = useEffectEvent(left)
  const isKnown = account !== undefined
  const id = account?.id
  useEffect(() => {
    if (!isKnown) return
    if (before.current !== undefined && before.current !== id) void leave()
    before.current = id
  }, [isKnown, id])
}
