import { useState } from 'react'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import type { MailState, Suppression } from '../../../model/operator-mail.ts'
import { May } from '../may.tsx'
import { operatorApi, operatorQueries, useActionDone } from '../operator-queries.ts'
import { type Decision, ReasonDialog } from '../lists/reason-dialog.tsx'
import { SearchableList } from '../lists/searchable-list.tsx'

/** The addresses to which mails are stopped, and how bounces and complaints get here. */
export function Suppressions({ bounceAddress }: Pick<MailState, 'bounceAddress'>) {
  return (
    <section aria-labelledby="suppressions" className="grid gap-4">
      <div>
        <h2 id="suppressions" className="text-xl">
          Bounces and complaints
        </h2>
        <p className="mt-1 max-w-[64ch] text-sm text-muted">
          Mails to these addresses came back for good, or their recipients complained. They get no more, except links
          that they ask for to log in or to confirm the address.
        </p>
      </div>
      <Reception bounceAddress={bounceAddress} />
      <SearchableList
        label="Search bounces and complaints"
        placeholder="Part of an address or reason"
        queryKeyOf={(input) => operatorQueries.suppressions.queryKey({ input })}
        load={operatorApi.suppressions}
        renderPages={(pages, { isSearched }) => {
          const found = pages.flatMap((page) => page.suppressions)
          return found.length === 0 ? <Nothing isSearched={isSearched} /> : <SuppressionTable suppressions={found} />
        }}
      />
    </section>
  )
}

/** On the page of a user: that mails to their address are stopped, and why. */
export function SuppressionNotice({ suppression }: { suppression: Suppression }) {
  const { kind, reason, firstAt } = suppression
  return (
    <Notice
      tone="warning"
      title={kind === 'bounce' ? 'Mails to this address came back' : 'A complaint stopped mails to this address'}
      actions={<Lift suppression={suppression} />}
    >
      {reason} Since {formatMoment(firstAt)} they get no mails, except links that they ask for.
    </Notice>
  )
}

function Reception({ bounceAddress }: Pick<MailState, 'bounceAddress'>) {
  if (bounceAddress === null)
    return (
      <Notice tone="info" title="Only refusals while sending are noticed">
        Set MAIL_BOUNCES and MAIL_REPORTS_TOKEN to count mails that come back later, and complaints. The page about
        self-hosting says how.
      </Notice>
    )
  return (
    <p className="text-sm wrap-anywhere text-muted">
      Failed mails and complaints return to {bounceAddress}, with a token of each mail.
    </p>
  )
}

function SuppressionTable({ suppressions }: { suppressions: readonly Suppression[] }) {
  return (
    <DataTable
      label="Bounces and complaints"
      rows={suppressions}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Address', render: ({ address }) => <span className="break-all">{address}</span> },
        {
          name: 'Why',
          render: ({ kind, reason }) => (
            <span className="flex flex-wrap items-center gap-2">
              <Badge tone={kind === 'bounce' ? 'warning' : 'error'}>{kind === 'bounce' ? 'Bounce' : 'Complaint'}</Badge>
              <span className="wrap-anywhere">{reason}</span>
            </span>
          ),
        },
        { name: 'Times', isFigure: true, render: ({ times }) => formatNumber(times) },
        { name: 'Last', render: ({ lastAt }) => <time dateTime={lastAt}>{formatMoment(lastAt)}</time> },
        { name: 'Actions', hasNoHead: true, render: (suppression) => <Lift suppression={suppression} /> },
      ]}
    />
  )
}

function Lift({ suppression: { id, address } }: { suppression: Suppression }) {
  const done = useActionDone()
  const [decision, setDecision] = useState<Decision>()
  const lifting: Decision = {
    title: `Allow mails to ${address}`,
    description: 'The site sends mails to this address again, until one comes back or its owner complains.',
    button: 'Allow mails',
    requires: 'reason',
    submit: (text) =>
      done(operatorApi.liftSuppression({ id, reason: text('reason') }), `Mails go to ${address} again.`),
  }
  return (
    <May duty={OPERATOR_DUTIES.liftSuppression}>
      <Button size="sm" onClick={() => setDecision(lifting)}>
        Allow mails<span className="sr-only"> to {address}</span>
      </Button>
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </May>
  )
}

function Nothing({ isSearched }: { isSearched: boolean }) {
  if (isSearched) return <EmptyState title="Nothing found">No stopped address or reason has this text.</EmptyState>
  return (
    <EmptyState title="No bounces and no complaints">
      An address appears here once a mail server refuses it for good, or its owner complains.
    </EmptyState>
  )
}
