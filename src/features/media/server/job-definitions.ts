import { z } from 'zod'

const payload = z.object({ projectId: z.uuid() })
/** The payload of every job of this feature: one project. */
export type ProjectPayload = z.output<typeof payload>

const owner = z.object({ ownerId: z.uuid() })
/** The payload of a job for all projects of a user. */
export type OwnerPayload = z.output<typeof owner>

/** Probes an uploaded file and accepts or refuses it. */
export const CHECK = { name: 'media.check', payload, attempts: 3 } as const
/** Creates sound and waveform. */
export const SOUND = { name: 'media.sound', payload, attempts: 3 } as const
/** Measures and converts the sound that the browser sent before the video. */
export const EARLY_SOUND = { name: 'media.early-sound', payload, attempts: 3 } as const
/** Creates filmstrip, poster, preview and changes of shot. */
export const PREPARE = { name: 'media.prepare', payload, attempts: 3 } as const
/** Copies the files of a video into its duplicate. */
export const COPY = { name: 'media.copy', payload, attempts: 3 } as const
/** Creates what an earlier release did not. */
export const UPGRADE = { name: 'media.upgrade', payload, attempts: 3 } as const
/** Deletes the projects of a deleted account. */
export const DELETE_ALL = { name: 'media.delete-all', payload: owner, attempts: 10 } as const
/** Erases the files of a refused or removed project. */
export const ERASE = { name: 'media.erase', payload, attempts: 10 } as const
