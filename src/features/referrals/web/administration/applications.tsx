import { useState } from 'react'
import { type Decision, ReasonDialog, useActionDone } from '#features/operations/web/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import type { AdminApplication } from '../../model/index.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { administrationApi } from './administration-queries.ts'
import { ADMINISTRATION_DUTIES } from '../../model/administration-duties.ts'
import { May } from '#features/operations/web/index.ts'

/** Applicants, the longest wait first. */
export function Applications({ applications }: { applications: readonly AdminApplication[] }) {
  const [decision, setDecision] = useState<Decision>()
  const done = useActionDone()

  function decide({ userId, username }: AdminApplication, what: 'accept' | 'refuse') {
    const { verb, description, said } = WORDS[what]
    setDecision({
      title: `${verb} ${username}`,
      description,
      button: verb,
      requires: 'reason',
      isDanger: what === 'refuse',
      submit: (text) =>
        done(
          administrationApi.decideApplication({ userId, decision: what, reason: text('reason') }),
          `${username} ${said}.`,
        ),
    })
  }

  return (
    <>
      {applications.length === 0 ? (
        <EmptyState title="No applications">Applications appear here until you decide.</EmptyState>
      ) : (
        <DataTable
          label="Applications"
          rows={applications}
          keyOf={({ userId }) => userId}
          columns={[
            {
              name: 'Applicant',
              render: ({ username, email }) => (
                <>
                  {username}
                  <span className="block text-sm font-normal break-all text-faint">{email}</span>
                </>
              ),
            },
            { name: 'Shares it', render: ({ channel }) => channel },
            { name: 'Country', render: ({ country }) => country },
            { name: 'Applied', render: ({ appliedAt }) => formatMoment(appliedAt) },
            {
              name: 'Actions',
              hasNoHead: true,
              render: (row) => (
                <May duty={ADMINISTRATION_DUTIES.decideApplication}>
                  <div className="flex gap-2 md:justify-end">
                    <Button size="sm" onClick={() => decide(row, 'accept')}>
                      Approve<span className="sr-only"> {row.username}</span>
                    </Button>
                    <Button size="sm" variant="ghost" onClick={() => decide(row, 'refuse')}>
                      Refuse<span className="sr-only"> {row.username}</span>
                    </Button>
                  </div>
                </May>
              ),
            },
          ]}
        />
      )}
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </>
  )
}

const WORDS = {
  accept: { verb: 'Approve', description: 'They become an affiliate and get a mail.', said: 'is an affiliate' },
  refuse: { verb: 'Refuse', description: 'They get a mail with your reason.', said: 'was notified' },
} as const
