import { z } from 'zod'

/** The reason of an operator's action: required, 3 to 500 characters. */
export const ActionReason = z.string().trim().min(3, 'Give a short reason.').max(500)
