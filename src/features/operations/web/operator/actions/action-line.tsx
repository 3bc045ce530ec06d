import { Link } from 'react-router'
import { formatMoment } from '#platform/shared/format/dates.ts'
import type { OperatorAction } from '../../../model/action-log.ts'
import { describeAction } from '../../../model/action-sentences.ts'

/** An action of an operator: a sentence with its links, the reason, and when it was. */
export function ActionLine({ action }: { action: OperatorAction }) {
  const { at, reason } = action
  return (
    <li className="grid gap-0.5 border-l-2 border-border-strong pl-3 text-sm">
      <p className="wrap-anywhere">
        {describeAction(action).map((part, n) =>
          typeof part === 'string' ? (
            part
          ) : (
            // The parts of a sentence never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <Link key={n} to={part.to} className="hit-target text-accent-text underline underline-offset-3">
              {part.text}
            </Link>
          ),
        )}
      </p>
      {reason !== null && <p className="wrap-anywhere text-muted">“{reason}”</p>}
      <p className="text-faint">
        <time dateTime={at}>{formatMoment(at)}</time>
      </p>
    </li>
  )
}
