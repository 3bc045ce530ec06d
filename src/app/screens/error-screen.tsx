import { useEffect } from 'react'
import { RotateCw } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { FullPageMessage } from './full-page-message.tsx'

/** What stands instead of a page that broke (spec §2, §8). The fault itself goes to the browser's error log, never to the page. */
export function ErrorScreen({ error }: { error: unknown }) {
  useEffect(() => reportError(error), [error])
  return (
    <FullPageMessage
      title="Something went wrong"
      action={
        <Button variant="primary" size="lg" icon={<RotateCw aria-hidden="true" />} onClick={() => location.reload()}>
          Refresh Page
        </Button>
      }
    >
      We're sorry for the inconvenience. Please try refreshing the page.
    </FullPageMessage>
  )
}
