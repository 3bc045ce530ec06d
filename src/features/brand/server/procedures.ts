import { requireProject } from '#features/media/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import { brandContract } from '../model/index.ts'
import { fontOf, listFonts, setRemoved } from './font-rows.ts'
import { findKit, saveKit } from './kit-rows.ts'
import { cancelRestyle, readFollowers, restyleVideos, type StartDeps } from './restyle-videos.ts'
import { listLogos, logoOf, setLogoRemoved } from './logo-rows.ts'

const rpc = implementContract(brandContract).use(authed)

/** Implements `brandContract`. */
export function brandProcedures(deps: StartDeps) {
  const { db, now } = deps
  const setTime = async (ownerId: string, id: string, at: Date | null) => {
    const changed = await transaction(db, (tx) => setRemoved(tx, { ownerId, id, at }))
    if (changed === undefined) throw new AppError('not_found', 'Font not found')
    return changed
  }

  const setLogoTime = async (ownerId: string, id: string, at: Date | null) => {
    const changed = await transaction(db, (tx) => setLogoRemoved(tx, { ownerId, id, at }))
    if (changed === undefined) throw new AppError('not_found', 'Logo not found')
    return changed
  }

  return {
    logos: rpc.logos.handler(async ({ context: { caller } }) => ({
      logos: (await listLogos(db, caller.userId)).map(logoOf),
    })),
    projectLogos: rpc.projectLogos.handler(async ({ input: { projectId }, context: { caller } }) => {
      const { ownerId } = await requireProject(db, projectId, caller.userId, 'view')
      return { logos: (await listLogos(db, ownerId)).map(logoOf) }
    }),
    removeLogo: rpc.removeLogo.handler(async ({ input: { id }, context: { caller } }) => {
      await setLogoTime(caller.userId, id, now())
      return { removed: true }
    }),
    restoreLogo: rpc.restoreLogo.handler(async ({ input: { id }, context: { caller } }) => ({
      logo: logoOf(await setLogoTime(caller.userId, id, null)),
    })),
    kit: rpc.kit.handler(async ({ context: { caller } }) => findKit(db, caller.userId)),
    fonts: rpc.fonts.handler(async ({ context: { caller } }) => ({
      fonts: (await listFonts(db, caller.userId)).map(fontOf),
    })),
    projectFonts: rpc.projectFonts.handler(async ({ input: { projectId }, context: { caller } }) => {
      const { ownerId } = await requireProject(db, projectId, caller.userId, 'view')
      return { fonts: (await listFonts(db, ownerId)).map(fontOf) }
    }),
    projectKit: rpc.projectKit.handler(async ({ input: { projectId }, context: { caller } }) => {
      const { ownerId } = await requireProject(db, projectId, caller.userId, 'view')
      return findKit(db, ownerId)
    }),
    saveKit: rpc.saveKit.handler(async ({ input, context: { caller } }) =>
      transaction(db, (tx) => saveKit(tx, { ownerId: caller.userId, kit: input, at: now() })),
    ),
    followers: rpc.followers.handler(async ({ input, context: { caller } }) =>
      readFollowers(db, caller.userId, input.exceptProjectId),
    ),
    restyle: rpc.restyle.handler(async ({ context: { caller } }) => restyleVideos(deps, caller.userId)),
    cancelRestyle: rpc.cancelRestyle.handler(async ({ context: { caller } }) => cancelRestyle(deps, caller.userId)),
    removeFont: rpc.removeFont.handler(async ({ input: { id }, context: { caller } }) => {
      await setTime(caller.userId, id, now())
      return { removed: true }
    }),
    restoreFont: rpc.restoreFont.handler(async ({ input: { id }, context: { caller } }) => ({
      font: fontOf(await setTime(caller.userId, id, null)),
    })),
  }
}
