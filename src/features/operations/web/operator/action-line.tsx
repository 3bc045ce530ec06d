import { formatMoment } from '#platform/shared/format/dates.ts'
import type { OperatorAction } from '../../model/operator-contract.ts'
import { changesBetween } from '../../model/operator-rules.ts'
import { nameOf } from './labels.ts'

/** An action of an operator: what, on what, why, and what it changed. */
export function ActionLine({ action }: { action: OperatorAction }) {
  const { action: what, about, at, operator, reason, before, after } = action
  const changes = changesBetween(before, after)
  return (
    <li className="grid gap-0.5 border-l-2 border-border-strong pl-3 text-sm">
      <p>
        <span className="font-medium">{nameOf(what.replace('.', ': '))}</span>
        <span className="text-muted">, {about}</span>
      </p>
      {reason !== null && <p className="break-words text-muted">“{reason}”</p>}
      {changes.length > 0 && (
        <p className="tabular break-words text-faint">
          {changes.map(({ name, was, is }) => `${nameOf(name)}: ${was ?? 'none'} → ${is ?? 'none'}`).join(' · ')}
        </p>
      )}
      <p className="text-faint">
        {operator}, <time dateTime={at}>{formatMoment(at)}</time>
      </p>
    </li>
  )
}
