import { type Contact, findOwner, listContacts } from '#features/collaboration/server/index.ts'
import { expiryAfter } from '#features/storage/model/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  durationRefusal,
  MAX_TRANSFERS,
  type Receiver,
  sizeRefusal,
  type Transfer,
  type UploadLimits,
} from '../../model/index.ts'
import { claimUpload } from '../uploads/claim-upload.ts'
import type { MediaDeps } from '../deps.ts'
import { type AccessibleProject, findProject, lockProject, requireProject, type StoredProject } from '../projects.ts'
import { topicOf } from '../transitions.ts'
import { acceptedMail, declinedMail, offeredMail } from './transfer-mails.ts'
import {
  changeOwner,
  countTransfersOf,
  deleteTransfer,
  findTransfer,
  listTransfers,
  type ListedTransfer,
  type StoredTransfer,
  upsertTransfer,
} from './transfer-rows.ts'

type Asked = { readonly projectId: string; readonly userId: string }

const NO_OFFER = 'This offer was withdrawn, or not found'

/** Those whom a user may give a video to, by name. */
export async function listReceivers(q: Queryable, userId: string): Promise<Receiver[]> {
  return (await listContacts(q, userId)).map(({ userId: id, name }) => ({ userId: id, name }))
}

/** The offers that a user made and received, newest first. */
export async function viewTransfers(q: Queryable, userId: string): Promise<Transfer[]> {
  const listed = await listTransfers(q, userId)
  const others = new Set(listed.map((one) => otherOf(one, userId)))
  const names = new Map(
    await Promise.all(Array.from(others, async (id) => [id, (await findOwner(q, id)).name] as const)),
  )
  return listed.map((one) => viewOf(one, userId, names.get(otherOf(one, userId)) ?? ''))
}

function otherOf({ fromId, toId }: StoredTransfer, userId: string): string {
  return fromId === userId ? toId : fromId
}

function viewOf(
  { projectId, title, sizeBytes, fromId, offeredAt }: ListedTransfer,
  userId: string,
  name: string,
): Transfer {
  const direction = fromId === userId ? 'given' : 'received'
  return { projectId, title, sizeBytes, direction, name, offeredAt: offeredAt.toISOString() }
}

/**
 * Offers a video to somebody of a team that both share, in place of an earlier offer.
 * @throws AppError as `requireProject` for the owner; `not_found` for a stranger; `conflict` while the video is not
 * ready, or with too many open offers
 */
export async function offerTransfer(deps: MediaDeps, o: Asked & { readonly toId: string }): Promise<Transfer> {
  const { mail, publicUrl } = deps
  return transaction(deps.db, async (tx) => {
    // The lock keeps two offers of one video, and an offer and the removal, apart.
    await lockProject(tx, o.projectId)
    const project = await requireProject(tx, o.projectId, o.userId, 'own')
    if (project.stage !== 'prepared')
      throw new AppError('conflict', 'This video is not ready yet. Transfer it once it is prepared.')
    const to = await requireContact(tx, o.userId, o.toId)
    const earlier = await findTransfer(tx, project.id)
    if (earlier === undefined && (await countTransfersOf(tx, o.userId)) >= MAX_TRANSFERS)
      throw new AppError('conflict', `You offer ${MAX_TRANSFERS} videos already. Withdraw an offer first.`)
    const offer = { projectId: project.id, fromId: o.userId, toId: to.userId, offeredAt: deps.now() }
    await upsertTransfer(tx, offer)
    const from = await findOwner(tx, o.userId)
    if (earlier?.toId !== to.userId) await mail.send(tx, offeredMail({ to, from, title: project.title, publicUrl }))
    return viewOf({ ...offer, ...project, projectId: project.id }, o.userId, to.name)
  })
}

async function requireContact(q: Queryable, userId: string, otherId: string): Promise<Contact> {
  const contact = (await listContacts(q, userId)).find((one) => one.userId === otherId)
  if (contact === undefined) throw new AppError('not_found', 'You share no team with this person.')
  return contact
}

/** Ends the offer of an own video. @throws AppError as `requireProject` for the owner */
export async function withdrawTransfer({ db }: Pick<MediaDeps, 'db'>, o: Asked): Promise<void> {
  await transaction(db, async (tx) => {
    await lockProject(tx, o.projectId)
    await requireProject(tx, o.projectId, o.userId, 'own')
    await deleteTransfer(tx, o.projectId)
  })
}

/** Declines a video, with a mail to its owner. @throws AppError `not_found` without an offer */
export async function declineTransfer({ db, mail, publicUrl }: MediaDeps, o: Asked): Promise<void> {
  await transaction(db, async (tx) => {
    const { project } = await requireOffer(tx, o)
    await deleteTransfer(tx, project.id)
    const [to, by] = [await findOwner(tx, project.ownerId), await findOwner(tx, o.userId)]
    await mail.send(tx, declinedMail({ to, by, title: project.title, publicUrl }))
  })
}

/**
 * Makes a user the owner of a video that they are offered. Whatever other features have about it moves in the same
 * transaction, or they refuse.
 * @throws AppError `not_found` without an offer; `too_large` if their plan does not take such a video; as `claimUpload`;
 * as `onTransferred`
 */
export async function acceptTransfer(deps: MediaDeps, o: Asked): Promise<AccessibleProject> {
  const limits = await deps.uploadLimits(o.userId)
  const expiresAt = expiryAfter(deps.now(), await deps.retentionOf(o.userId))
  return transaction(deps.db, async (tx) => {
    const known = await findProject(tx, o.projectId)
    // The account is locked before the video, as by every upload.
    await claimUpload(tx, deps, { ownerId: o.userId, sizeBytes: known?.sizeBytes ?? 0 })
    const { offer, project } = await requireOffer(tx, o)
    refuseUnfit(project, limits)
    await requireContact(tx, o.userId, offer.fromId)
    await deleteTransfer(tx, project.id)
    await changeOwner(tx, { projectId: project.id, ownerId: o.userId, expiresAt })
    await deps.onTransferred(tx, { projectId: project.id, fromId: offer.fromId, toId: o.userId })
    const [to, by] = [await findOwner(tx, offer.fromId), await findOwner(tx, o.userId)]
    await deps.mail.send(tx, acceptedMail({ to, by, title: project.title }))
    await deps.events.publish(tx, topicOf(project.id))
    return requireProject(tx, project.id, o.userId, 'own')
  })
}

/** The offer of a video to a user, with its row locked. */
async function requireOffer(tx: Tx, o: Asked): Promise<{ offer: StoredTransfer; project: StoredProject }> {
  const project = await lockProject(tx, o.projectId)
  const offer = await findTransfer(tx, o.projectId)
  const isOpen = offer?.toId === o.userId && project?.removedAt === null && project.ownerId === offer.fromId
  if (project === undefined || offer === undefined || !isOpen) throw new AppError('not_found', NO_OFFER)
  return { offer, project }
}

function refuseUnfit({ sizeBytes, probe }: StoredProject, limits: UploadLimits): void {
  const problem = sizeRefusal(sizeBytes, limits) ?? (probe && durationRefusal(probe.durationMs, limits))
  if (problem !== null) throw new AppError('too_large', problem)
}
