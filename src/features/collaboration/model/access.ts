import { z } from 'zod'

/**
 * The role of an invited person. An editor changes videos and captions, a suggester only suggests edits, and a viewer
 * only watches. All of them comment.
 */
export const Role = z.enum(['editor', 'suggester', 'viewer'])
export type Role = z.output<typeof Role>

/** A user's access to an owner's projects. */
export const Access = z.enum(['owner', 'editor', 'suggester', 'viewer'])
export type Access = z.output<typeof Access>
