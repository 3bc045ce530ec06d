import { CircleCheck, MessageSquareWarning } from 'lucide-react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { classNames } from '#ui/class-names.ts'
import type { Decision } from '../model/contract.ts'

type DecisionsProps = {
  /** Newest first. */
  readonly decisions: readonly Decision[]
  /** The revision of the captions on the page. */
  readonly revision: number
}

/** What people and guests decided about the captions. */
export function Decisions({ decisions, revision }: DecisionsProps) {
  if (decisions.length === 0) return null
  return (
    <ul aria-label="Decisions of reviewers" className="grid gap-1.5">
      {decisions.map(({ author, isGuest, decision, revision: decidedRevision, decidedAt }) => {
        const isApproved = decision === 'approved'
        const Icon = isApproved ? CircleCheck : MessageSquareWarning
        return (
          <li key={`${author} ${decidedAt}`} className="flex items-start gap-2 text-sm">
            <Icon
              aria-hidden="true"
              className={classNames('mt-0.5 size-4 shrink-0', isApproved ? 'text-success' : 'text-warning')}
            />
            <span className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">{author ?? 'Deleted account'}</strong>
              {isGuest && ' (guest)'} {isApproved ? 'approved the captions' : 'asks for changes'}
              <span className="block text-xs text-faint">
                {formatMoment(decidedAt)}
                {decidedRevision < revision && ' · the captions were edited since'}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
