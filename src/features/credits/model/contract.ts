import { oc } from '@orpc/contract'
import { z } from 'zod'

/** What an account can spend now, in whole credits. */
export const Balance = z.object({ available: z.int(), held: z.int().min(0) })
export type Balance = z.output<typeof Balance>

/** `/api/rpc/credits/*` */
export const creditsContract = {
  balance: oc.output(Balance),
}
