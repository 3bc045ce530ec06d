import { useEffect, useEffectEvent } from 'react'

/** Interval for data without a stream, in milliseconds. */
const REFRESH_MS = 4_000

/** Calls `refresh` every few seconds while `isOn`. */
export function useRefresh(isOn: boolean, refresh: () => void): void {
  const refreshNow = useEffectEvent(refresh)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => refreshNow(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOn])
}
