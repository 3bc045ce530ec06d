import { RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { checkConnection, useOnline } from '#platform/web/connection.ts'
import { Button } from '#ui/button.tsx'

/**
 * Covers the app with the offline screen while the connection is lost (spec §4). The app stays
 * mounted but inert under the cover, so that no unsaved edit is lost.
 */
export function OfflineCover({ children }: { children: ReactNode }) {
  const online = useOnline()
  return (
    <>
      <div inert={!online}>{children}</div>
      {!online && <OfflineScreen />}
    </>
  )
}

function OfflineScreen() {
  const retry = useRef<HTMLButtonElement>(null)
  const [asking, setAsking] = useState(false)
  useEffect(() => retry.current?.focus(), [])

  async function ask() {
    setAsking(true)
    await checkConnection()
    setAsking(false)
  }

  return (
    <div
      role="alert"
      className="fixed inset-0 z-40 grid animate-[spinner-in_180ms] place-content-center justify-items-center gap-3 bg-bg/92 px-6 text-center backdrop-blur-sm"
    >
      <WifiOff aria-hidden="true" className="mb-2 size-9 text-faint" />
      <h1 className="text-3xl">You're offline</h1>
      <p className="max-w-[44ch] text-muted">Please check your internet connection and try again.</p>
      <p className="max-w-[44ch] text-sm text-faint">What you had open is still here and goes on where it stopped.</p>
      <Button
        ref={retry}
        variant="primary"
        size="lg"
        className="mt-4"
        busy={asking}
        icon={<RotateCw aria-hidden="true" />}
        onClick={() => void ask()}
      >
        Retry Connection
      </Button>
    </div>
  )
}
