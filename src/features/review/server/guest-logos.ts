import type { Context } from 'hono'
import { pictureIdsOf } from '#features/rendering/model/index.ts'
import type { StoredLogo } from '#features/rendering/server/index.ts'
import { type HttpEnv, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { GuestLogos } from '../model/index.ts'
import type { ReviewDeps } from './deps.ts'
import { type OpenLink, requireOpenLink } from './guest-access.ts'

/** The logo and the pictures on words behind a link, with their addresses under the same link. */
export async function readGuestLogos(deps: ReviewDeps, c: Context<HttpEnv>): Promise<GuestLogos> {
  const logos = await logosBehind(deps, await requireOpenLink(deps, c))
  return { logos: logos.map(({ id, width, height }) => ({ id, width, height, source: `${c.req.path}/${id}` })) }
}

/** Sends one of them. @throws AppError `not_found` for every other picture of the owner */
export async function sendGuestLogo(deps: ReviewDeps, c: Context<HttpEnv>): Promise<Response> {
  const logos = await logosBehind(deps, await requireOpenLink(deps, c))
  const logo = logos.find(({ id }) => id === c.req.param('logoId'))
  const found = logo && (await deps.files.stat(logo.key))
  if (logo === undefined || found === undefined) throw new AppError('not_found', 'File not found')
  return sendFile(c, {
    sizeBytes: found.sizeBytes,
    contentType: 'image/png',
    // The file of a logo never changes.
    version: logo.id,
    open: (first, last) => deps.files.openRange(logo.key, first, last),
  })
}

async function logosBehind(
  { db, documents, logos, now }: ReviewDeps,
  { project: { id: projectId, ownerId } }: OpenLink,
): Promise<readonly StoredLogo[]> {
  const open = await documents.latest(db, projectId, ownerId)
  const ids = open === undefined ? [] : pictureIdsOf(open.doc)
  return ids.length === 0 ? [] : logos({ ownerId, ids, at: now() })
}
