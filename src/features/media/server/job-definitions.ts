import { z } from 'zod'

const payload = z.object({ projectId: z.uuid() })
/** All jobs of this feature are about one project. */
export type ProjectPayload = z.output<typeof payload>

/** Looks into an uploaded file and takes or refuses it. */
export const CHECK = { name: 'media.check', payload, attempts: 3 } as const
/** Makes sound, outline, filmstrip and preview. */
export const PREPARE = { name: 'media.prepare', payload, attempts: 3 } as const
/** Removes the files of a project that was refused or removed. */
export const ERASE = { name: 'media.erase', payload, attempts: 10 } as const
