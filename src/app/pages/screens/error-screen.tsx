import { type FormEvent, useEffect } from 'react'
import { RotateCw } from 'lucide-react'
import { replayEarlyEvents } from '#platform/web/replay-early-events.ts'
import { Button } from '#ui/button.tsx'
import { FullPageMessage } from './full-page-message.tsx'

/**
 * Replaces a broken page (spec §2, §8). The fault itself goes to the browser's error log, never to
 * the page. An empty form requests the same address again, so that the button works without scripts.
 */
export function ErrorScreen({ error }: { error?: unknown }) {
  useEffect(() => {
    if (error !== undefined) reportError(error)
    // A page that breaks before hydration holds presses; this screen handles its own.
    void replayEarlyEvents()
  }, [error])
  return (
    <FullPageMessage
      title="Something went wrong"
      action={
        <form onSubmit={reload}>
          <Button type="submit" variant="primary" size="lg" icon={<RotateCw aria-hidden="true" />}>
            Refresh Page
          </Button>
        </form>
      }
    >
      We're sorry for the inconvenience. Please try refreshing the page.
    </FullPageMessage>
  )
}

function reload(event: FormEvent): void {
  event.preventDefault()
  location.reload()
}
