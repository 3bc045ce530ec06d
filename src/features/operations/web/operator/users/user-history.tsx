import { useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ActionLine } from '../actions/action-line.tsx'
import { MoreButton } from '../lists/more-button.tsx'
import { operatorApi, operatorQueries, useActionDone } from '../operator-queries.ts'
import { QueryState } from '../lists/query-state.tsx'
import { ReasonDialog } from '../lists/reason-dialog.tsx'
import { cursorFrom, usePages } from '../lists/use-pages.ts'
import { OPERATOR_DUTIES } from '../../../model/operator-duties.ts'
import { May } from '../may.tsx'

/** Notes of operators about a user, among their other actions. */
export function UserHistory({ userId, email }: { userId: string; email: string }) {
  const [isWriting, setIsWriting] = useState(false)
  const done = useActionDone()
  const pages = usePages({
    queryKey: operatorQueries.actions.queryKey({ input: { subjectId: userId, kind: 'changes' } }),
    load: (before) => operatorApi.actions({ subjectId: userId, kind: 'changes', ...cursorFrom(before) }),
  })
  return (
    <section aria-labelledby="history">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="history" className="text-xl">
          Notes and actions
        </h2>
        <div className="flex flex-wrap gap-2">
          <Link to={`/operator/actions?${new URLSearchParams({ person: email })}`} className={buttonClass()}>
            All in the audit log
          </Link>
          <May duty={OPERATOR_DUTIES.addNote}>
            <Button onClick={() => setIsWriting(true)}>Add note</Button>
          </May>
        </div>
      </div>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const actions = loaded.flatMap((page) => page.actions)
          if (actions.length === 0) {
            return <EmptyState title="Nothing yet">Notes and actions of operators appear here.</EmptyState>
          }
          return (
            <>
              <ul aria-label="Notes and actions" className="grid gap-4">
                {actions.map((action) => (
                  <ActionLine key={action.id} action={action} />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
      <ReasonDialog
        onClose={() => setIsWriting(false)}
        decision={
          isWriting
            ? {
                title: 'Add a note',
                description: 'For other operators. It cannot be changed or removed later.',
                button: 'Add note',
                requires: 'reason',
                reasonLabel: 'Note',
                submit: (text) => done(operatorApi.addNote({ userId, note: text('reason') }), 'The note is added.'),
              }
            : undefined
        }
      />
    </section>
  )
}
