import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeContract, limitLines } from '#features/billing/model/index.ts'
import { formatLongDay, formatShortDay } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import type { UserTerms } from '../../../model/operator-terms.ts'
import type { OperatorUser } from '../../../model/operator-users.ts'
import { nameOf } from '../labels.ts'
import { May } from '../may.tsx'
import { operatorQueries } from '../operator-queries.ts'
import { QueryState } from '../lists/query-state.tsx'
import { type Decision, ReasonDialog } from '../lists/reason-dialog.tsx'
import { useTermsDecisions } from './terms-decisions.tsx'

/** What applies to a user: contract and limits, with what an operator may agree, lower and end. */
export function UserTermsSection({ user }: { user: OperatorUser }) {
  const query = useQuery(operatorQueries.userTerms.queryOptions({ input: { userId: user.id }, staleTime: 0 }))
  const sells = useIsSelling()
  return (
    <section aria-labelledby="terms">
      <h2 id="terms" className="mb-3 text-xl">
        {sells ? 'Plan and limits' : 'Limits'}
      </h2>
      <QueryState query={query}>{(terms) => <TermsOf user={user} terms={terms} sells={sells} />}</QueryState>
    </section>
  )
}

type TermsProps = { user: OperatorUser; terms: UserTerms; sells: boolean }

function TermsOf({ user, terms, sells }: TermsProps) {
  const [decision, setDecision] = useState<Decision>()
  const { limits, lower, past } = terms
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {sells && <p className="text-muted">{agreementText(terms)}</p>}
      <Card size="sm">
        <dl className="tabular grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
          {limitLines(limits).map(({ key, name, text }) => (
            <div key={key}>
              <dt className="text-sm text-faint">{name}</dt>
              <dd className="flex flex-wrap items-center gap-x-2">
                {key === 'queue' ? nameOf(text) : text}
                {lower?.[key] === limits[key] && <Badge tone="warning">Lowered</Badge>}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <TermsActions user={user} terms={terms} sells={sells} onDecide={setDecision} />
      {sells && past.length > 0 && <PastContracts past={past} />}
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </div>
  )
}

function TermsActions({ user, terms, sells, onDecide }: TermsProps & { onDecide: (decision: Decision) => void }) {
  const decide = useTermsDecisions(user, terms)
  const { contract, lower } = terms
  return (
    <div role="group" aria-label="Plan and limits" className="flex flex-wrap gap-2">
      {sells && (
        <May duty={OPERATOR_DUTIES.saveContract}>
          <Button onClick={() => onDecide(decide.save())}>
            {contract === null ? 'Give a plan or contract' : 'Change contract'}
          </Button>
          {contract !== null && <Button onClick={() => onDecide(decide.revoke(contract))}>Revoke contract</Button>}
        </May>
      )}
      <May duty={OPERATOR_DUTIES.lowerLimits}>
        <Button onClick={() => onDecide(decide.lower())}>
          {lower === null ? 'Lower limits' : 'Change lower limits'}
        </Button>
        {lower !== null && <Button onClick={() => onDecide(decide.lift())}>Lift lower limits</Button>}
      </May>
    </div>
  )
}

function agreementText({ contract, plan }: UserTerms): string {
  if (contract === null) return `${nameOf(plan)}, without a contract.`
  const { startsAt, endsAt, credits } = contract
  const until = endsAt === null ? 'until it is revoked' : `until ${formatLongDay(endsAt, 'utc')}`
  const monthly = credits === 0 ? '' : `, with ${formatNumber(credits)} credits a month`
  return `${nameOf(describeContract(contract))} since ${formatLongDay(startsAt, 'utc')}, ${until}${monthly}.`
}

function PastContracts({ past }: Pick<UserTerms, 'past'>) {
  return (
    <details className="text-sm">
      <summary className="hit-target cursor-pointer text-muted">Earlier contracts</summary>
      <ul className="mt-2 grid gap-1.5">
        {past.map((one) => (
          <li key={one.id} className="flex flex-wrap gap-x-2">
            <span className="break-words">{nameOf(describeContract(one))}</span>
            <span className="text-muted">
              {formatShortDay(one.startsAt, 'utc')} to {formatShortDay(one.endedAt ?? one.startsAt, 'utc')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
