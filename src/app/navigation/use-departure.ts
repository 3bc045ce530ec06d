import { useEffect, useEffectEvent, useRef } from 'react'
import type { Viewer } from './viewer.ts'

/** Runs `left` when the account that was here is not any more: nobody is, or somebody else. */
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
