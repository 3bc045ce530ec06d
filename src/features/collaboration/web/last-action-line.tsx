import { Link } from 'react-router'
import { formatMoment } from '#platform/shared/format/dates.ts'
import type { LastAction } from '../model/contract.ts'

const DID = {
  edited: 'Edited the captions of',
  suggested: 'Suggested an edit to',
  commented: 'Commented on',
  captioned: 'Started captions for',
} as const satisfies Record<LastAction['kind'], string>

/** What a person last did in the owner's videos, in one sentence with its time. */
export function LastActionLine({ action }: { action: LastAction | null }) {
  if (action === null) return <p>Has not changed or commented on anything yet.</p>
  const { kind, projectId, title, at } = action
  return (
    <p className="wrap-anywhere">
      {DID[kind]}{' '}
      <Link to={`/projects/${projectId}`} className="font-medium text-text underline underline-offset-2">
        {title}
      </Link>{' '}
      on <time dateTime={at}>{formatMoment(at)}</time>.
    </p>
  )
}
