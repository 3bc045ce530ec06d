import { Avatar } from '#features/accounts/web/index.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { Select } from '#ui/select.tsx'
import type { Role } from '../model/access.ts'
import { ACCESS_WITH_ARTICLE } from '../model/access-with-article.ts'
import type { Collaborator, Team } from '../model/contract.ts'
import { LastActionLine } from './last-action-line.tsx'
import { useTeamMutation } from './queries.ts'
import { Removal } from './removal.tsx'
import { ROLE_OPTIONS } from './role-labels.ts'
import { Spending } from './spending.tsx'
import { toastResult } from './toast-result.ts'

/** The user's collaborators: their role, what they did last, and what they spent. */
export function CollaboratorList({ team: { collaborators, seats } }: { team: Team }) {
  const sells = useIsSelling()
  const suspended = collaborators.filter((one) => one.suspended).length
  return (
    <section aria-labelledby="collaborators">
      <h2 id="collaborators" className="mb-3 text-xl">
        With access
      </h2>
      {suspended > 0 && seats !== 0 && (
        <p className="mb-3 text-sm text-muted">
          {sells ? 'Your plan' : 'This site'} has {seats} {seats === 1 ? 'seat' : 'seats'}, so the last to join are
          suspended. They return when a seat is free{sells && ', or with a larger plan'}.
        </p>
      )}
      <ul className="border-t border-border">
        {collaborators.map((one) => (
          <Row key={one.userId} one={one} />
        ))}
      </ul>
    </section>
  )
}

function Row({ one }: { one: Collaborator }) {
  const { changeRole } = useTeamMutation()
  const sells = useIsSelling()
  const name = one.displayName.trim() || one.email

  function change(role: Role) {
    void toastResult(changeRole.mutateAsync({ userId: one.userId, role }), {
      done: `${name} is now ${ACCESS_WITH_ARTICLE[role]}.`,
      failed: 'We couldn’t change the role',
    })
  }

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 border-b border-border py-4">
      <Avatar account={{ ...one, photo: null }} />
      <div className="min-w-0 max-sm:col-span-2">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 truncate">{name}</span>
          {one.suspended && <Badge tone="warning">Suspended</Badge>}
        </p>
        {name !== one.email && <p className="text-sm wrap-anywhere text-faint">{one.email}</p>}
      </div>
      <div className="flex items-center gap-1 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3">
        <Select
          label={`Role of ${name}`}
          hideLabel
          size="sm"
          value={one.role}
          options={ROLE_OPTIONS}
          disabled={changeRole.isPending}
          onChange={change}
        />
        <Removal userId={one.userId} name={name} />
      </div>
      <div className="col-span-2 col-start-2 grid justify-items-start gap-1 text-sm text-muted">
        <LastActionLine action={one.lastAction} />
        {sells && <Spending one={one} name={name} />}
      </div>
    </li>
  )
}
