import { openClosed, type OperatorAccess } from '#features/operations/server/index.ts'
import type { Caller } from '#platform/server/http.ts'
import { MODERATION_DUTIES, type ReportedKind } from '../model/index.ts'

/** What the records of operators call a thing. */
const NAME = { review: 'video', look: 'look' } as const satisfies Record<ReportedKind, string>

/**
 * Opens a page that was taken down for operators who decide about reports, and records that they read it.
 * @returns false for everybody else, to whom it stays closed
 */
export function openForModerator(
  door: OperatorAccess & { readonly now: () => Date },
  o: { caller: Caller | null; kind: ReportedKind; thing: { id: string; title: string; ownerId: string } },
): Promise<boolean> {
  const { id, title, ownerId } = o.thing
  return openClosed(door, {
    caller: o.caller,
    duty: MODERATION_DUTIES.decideReport,
    read: {
      action: 'report.open',
      subject: { kind: o.kind, id },
      about: `${NAME[o.kind]} “${title}”`,
      personId: ownerId,
    },
  })
}
