import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { FullPageMessage } from '../screens/full-page-message.tsx'
import { endOpeningStill } from './opening-still.ts'

/** Shown when a video is missing or the server does not answer. */
export function ProjectProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(endOpeningStill, [])
  const { code, message, details } = asAppError(error)
  const missing = code === 'not_found' || code === 'unprocessable'
  const toVideos = (
    <Link to="/upload" className={buttonClass({ variant: missing ? 'primary' : 'secondary', size: 'lg' })}>
      My videos
    </Link>
  )
  if (details['lost'] !== undefined) {
    return (
      <FullPageMessage title="You cannot open this video" action={toVideos}>
        {message}
      </FullPageMessage>
    )
  }
  if (missing) {
    return (
      <FullPageMessage title="This video is not here" action={toVideos}>
        It was deleted, or it belongs to another account.
      </FullPageMessage>
    )
  }
  return (
    <FullPageMessage
      title="The video could not be loaded"
      action={
        <div className="flex gap-3">
          {toVideos}
          <Button variant="primary" size="lg" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
            Try again
          </Button>
        </div>
      }
    >
      {message}
    </FullPageMessage>
  )
}
