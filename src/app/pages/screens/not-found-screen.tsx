import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { FullPageMessage } from './full-page-message.tsx'

/** Shown at an unknown address (spec §2, §8). */
export function NotFoundScreen() {
  return (
    <FullPageMessage
      code="404"
      title="Page Not Found"
      action={
        <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Return Home
        </Link>
      }
    >
      The page you're looking for doesn't exist or has been moved.
    </FullPageMessage>
  )
}
