import { call } from '@orpc/server'
import {
  deleteProjectsOf,
  deleteTransfersOf,
  mediaJobs,
  openMedia,
  queueUpgrades,
} from '#features/media/server/index.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature, type Emit } from './feature.ts'
import type { wireStorage } from './storage.ts'

type Wired = { emit: Emit; storage: Pick<ReturnType<typeof wireStorage>, 'claimRoom' | 'retentionOf'> }

/** Opens media: uploads, and the preparation of a video. */
export function wireMedia(platform: Platform, { emit, storage }: Wired) {
  const { db, limits, newId } = platform
  const deps = {
    ...platform,
    uploadLimits: (userId: string) => limits.upload(db, userId),
    claimRoom: storage.claimRoom,
    retentionOf: storage.retentionOf,
    onRemoved: emit('projectRemoved'),
    onSoundArrived: emit('soundArrived'),
    onChecked: emit('projectChecked'),
    onPrepared: emit('projectPrepared'),
    onRefused: emit('projectRefused'),
    onDuplicated: emit('projectDuplicated'),
    onTransferred: emit('projectTransferred'),
  }
  const media = openMedia(deps)
  return defineFeature({
    procedures: media.procedures,
    /** The web process's maintenance, at its start and every hour. */
    webMaintenance: media.maintenance,
    routes: { '/': media.routes },
    jobs: mediaJobs(deps),
    maintenance: [() => queueUpgrades(deps)],
    personalData: async (caller) => ({
      projects: await call(media.procedures.list, undefined, { context: { caller, requestId: newId() } }),
    }),
    on: {
      async userDeleted(tx, { userId }) {
        await deleteTransfersOf(tx, userId)
        await deleteProjectsOf(tx, deps, userId)
      },
    },
  })
}
