import { siteName } from '#platform/shared/product.ts'
import { Button } from '#ui/button.tsx'
import { FullPageMessage } from './full-page-message.tsx'

/** Replaces every page during maintenance. It needs no scripts. */
export function MaintenanceScreen() {
  return (
    <FullPageMessage
      title="We'll be right back"
      action={
        // An empty form requests the same address again.
        <form>
          <Button type="submit" variant="primary" size="lg">
            Try again
          </Button>
        </form>
      }
    >
      {siteName()} is getting an update. Your videos and captions are safe, and uploads go on where they stopped.
    </FullPageMessage>
  )
}
