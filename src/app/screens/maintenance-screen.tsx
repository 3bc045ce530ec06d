import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { Button } from '#ui/button.tsx'
import { FullPageMessage } from './full-page-message.tsx'

/** Stands instead of every page while the operator works on the site. It needs no scripts. */
export function MaintenanceScreen() {
  return (
    <FullPageMessage
      title="We'll be right back"
      action={
        // A form without fields asks for this very address again.
        <form>
          <Button type="submit" variant="primary" size="lg">
            Try again
          </Button>
        </form>
      }
    >
      {PRODUCT_NAME} is getting an update. Your videos, captions and credits are safe, and uploads go on where they
      stopped.
    </FullPageMessage>
  )
}
