import type { Context } from 'hono'
import { logoIdOf, type StoredLogo } from '#features/rendering/server/index.ts'
import { type HttpEnv, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { GuestLogo } from '../model/index.ts'
import type { ReviewDeps } from './deps.ts'
import { type OpenLink, requireOpenLink } from './guest-access.ts'

/** The logo that the captions behind a link show, with its address under the same link; null without one. */
export async function readGuestLogo(deps: ReviewDeps, c: Context<HttpEnv>): Promise<GuestLogo> {
  const logo = await logoBehind(deps, await requireOpenLink(deps, c))
  if (logo === undefined) return { logo: null }
  const { id, width, height } = logo
  return { logo: { id, width, height, source: `${c.req.path}/${id}` } }
}

/** Sends this logo. @throws AppError `not_found` for every other logo of the owner */
export async function sendGuestLogo(deps: ReviewDeps, c: Context<HttpEnv>): Promise<Response> {
  const logo = await logoBehind(deps, await requireOpenLink(deps, c))
  const found = logo?.id === c.req.param('logoId') ? await deps.files.stat(logo?.key ?? '') : undefined
  if (logo === undefined || found === undefined) throw new AppError('not_found', 'File not found')
  return sendFile(c, {
    sizeBytes: found.sizeBytes,
    contentType: 'image/png',
    // The file of a logo never changes.
    version: logo.id,
    open: (first, last) => deps.files.openRange(logo.key, first, last),
  })
}

async function logoBehind(
  { db, documents, logo, now }: ReviewDeps,
  { project: { id: projectId, ownerId } }: OpenLink,
): Promise<StoredLogo | undefined> {
  const open = await documents.latest(db, projectId, ownerId)
  const id = open && logoIdOf(open.doc)
  return id === undefined ? undefined : logo({ ownerId, id, at: now() })
}
