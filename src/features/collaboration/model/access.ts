import { z } from 'zod'

/**
 * The role of an invited person; each may do what those after it may. An editor changes videos and captions, a suggester
 * suggests edits, a reviewer comments and approves, and a viewer watches.
 */
export const Role = z.enum(['editor', 'suggester', 'reviewer', 'viewer'])
export type Role = z.output<typeof Role>

/** A user's access to an owner's projects. */
export const Access = z.enum(['owner', 'editor', 'suggester', 'reviewer', 'viewer'])
export type Access = z.output<typeof Access>
