import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import type { PlanName } from '#features/accounts/model/index.ts'
import { openOptionalMails, rateLimitStorage, setPlan } from '#features/accounts/server/index.ts'
import { PLANS } from '#features/billing/model/index.ts'
import { planLimits } from '#features/billing/server/index.ts'
import type { Role } from '#features/collaboration/model/index.ts'
import {
  type CollaborationDeps,
  collaborationProcedures,
  runCollaborationMaintenance,
  endCollaboration,
  reportSeats,
} from '#features/collaboration/server/index.ts'
import { listLastEdits } from '#features/captions/server/index.ts'
import { lockMemberSpending, memberSpending, spendingByMember } from '#features/credits/server/index.ts'
import { listTitles } from '#features/media/server/index.ts'
import { listLastComments } from '#features/review/server/index.ts'
import { listLastRuns } from '#features/transcription/server/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import type { Mail } from '#platform/server/mail.ts'

/** Collaboration on a real database, with a clock the test moves and the mails it sends. */
export function startCollaboration(db: Db) {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const mails: Mail[] = []
  const publishedTopics: string[] = []
  const now = () => new Date(clock.now)
  const publicUrl = 'https://wordpop.example'
  const mail: CollaborationDeps['mail'] = { send: async (_tx, sent) => void mails.push(sent) }
  const deps: CollaborationDeps = {
    db,
    now,
    newId: randomUUID,
    spendingByMember,
    memberSpending,
    lockMemberSpending,
    listProjects: (q, ownerId) => listTitles(q, [ownerId]),
    lastEdits: listLastEdits,
    lastComments: listLastComments,
    lastRuns: listLastRuns,
    limits: planLimits({ catalogue: { plans: PLANS }, sells: true, now }),
    site: { sells: true },
    publicUrl,
    consumeRateLimit: rateLimitStorage({ db, now }).consume,
    events: { publish: async (_q, topic) => void publishedTopics.push(topic) },
    mail,
    optionalMail: openOptionalMails({ mail, publicUrl, secret: 'of this test' }),
  }
  const procedures = collaborationProcedures(deps)
  const visitor = createRouterClient(procedures, { context: { caller: null, requestId: 'test' } })

  /** The token in the newest link mailed to an address. */
  const linkTo = (email: string): string => {
    const mail = mails.findLast(
      ({ to, action }) => to === email && action?.url.includes('/accept-invitation/') === true,
    )
    if (mail?.action === undefined) throw new Error(`no invitation was mailed to ${email}`)
    return mail.action.url.split('/').at(-1) ?? ''
  }

  /** A user with an account. */
  const person = async (o: { email?: string; name?: string; plan?: PlanName; verified?: boolean } = {}) => {
    const id = randomUUID()
    const email = o.email ?? `${id}@example.com`
    await db.$client.query(
      'insert into users (id, email, display_name, plan, email_verified) values ($1, $2, $3, $4, $5)',
      [id, email, o.name ?? 'Dana', o.plan ?? 'free', o.verified ?? true],
    )
    const client = createRouterClient(procedures, { context: { caller: { userId: id, email }, requestId: 'test' } })
    return { id, email, client }
  }
  type Person = Awaited<ReturnType<typeof person>>

  return {
    clock,
    mails,
    publishedTopics,
    deps,
    visitor,
    linkTo,
    person,
    /** An owner, by default on pro. */
    owner: (o: { plan?: PlanName; name?: string } = {}) => person({ plan: 'pro', name: 'Ada', ...o }),
    /** A new user who was invited and has accepted, a minute after the one before. */
    async joined(owner: Person, role: Role = 'editor') {
      clock.now += 60_000
      const invited = await person()
      await owner.client.invite({ email: invited.email, role })
      await invited.client.accept({ invitationId: linkTo(invited.email) })
      return invited
    },
    /** Another plan, as billing sets it. */
    upgrade: (owner: Person, plan: PlanName) =>
      transaction(db, async (tx) => {
        await setPlan(tx, owner.id, plan)
        await reportSeats(tx, deps, owner.id)
      }),
    /** The part of account deletion that collaboration does. */
    end: (who: Person) => transaction(db, (tx) => endCollaboration(tx, deps, who.id)),
    maintenance: () => runCollaborationMaintenance(deps),
  }
}
