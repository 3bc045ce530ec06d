import { authed, implementContract } from '#platform/server/rpc.ts'
import { abuseContract, isDown } from '../model/index.ts'
import { findCaseOf } from './case-rows.ts'
import type { AbuseDeps } from './deps.ts'
import { fileReport } from './file-report.ts'
import { objectToTakedown, readTakedown } from './object-to-takedown.ts'
import { takedownPath } from './takedown-token.ts'

/** Implements `abuseContract`. */
export function abuseProcedures(deps: AbuseDeps) {
  const { db } = deps
  const rpc = implementContract(abuseContract)
  return {
    report: rpc.report.handler(async ({ context, input }) => {
      await fileReport(deps, { ...input, address: context.clientAddress?.() ?? 'unknown' })
      return { received: true as const }
    }),
    takedown: rpc.takedown.handler(({ input: { token } }) => readTakedown(db, deps, token)),
    object: rpc.object.handler(({ input }) => objectToTakedown(deps, input)),
    ownTakedown: rpc.ownTakedown.use(authed).handler(async ({ context: { caller }, input: { kind, token } }) => {
      const thing = await deps.pages[kind].find(db, token)
      if (thing?.ownerId !== caller.userId) return null
      const found = await findCaseOf(db, kind, thing.id)
      return found !== undefined && isDown(found.state) ? { path: takedownPath(deps.takedownKey, found.id) } : null
    }),
  }
}
