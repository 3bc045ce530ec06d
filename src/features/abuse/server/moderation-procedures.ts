import { operatorsOnly, PAGE_SIZE, pageOf } from '#features/operations/server/index.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { MODERATION_TABLES, moderationContract } from '../model/index.ts'
import { findCaseDetails, listCases } from './case-rows.ts'
import { decideCase } from './decide-case.ts'
import { blockProcedures } from './block-procedures.ts'
import type { AbuseDeps } from './deps.ts'
import { listReports } from './report-rows.ts'

/** The newest reports shown with a case. */
const NEWEST = 50

/** Implements `moderationContract`. Each procedure checks for an operator. */
export function moderationProcedures(deps: AbuseDeps) {
  const { db, pages } = deps
  const rpc = implementContract(moderationContract).use(operatorsOnly(deps, MODERATION_TABLES))
  return {
    ...blockProcedures(deps),
    reports: rpc.reports.handler(async ({ input }) => {
      const state = input.state ?? (input.ownerId === undefined ? 'open' : undefined)
      const { page, next } = pageOf(await listCases(db, { ...input, state, limit: PAGE_SIZE + 1 }))
      return { cases: page, next }
    }),
    report: rpc.report.handler(async ({ input: { caseId } }) => {
      const found = await findCaseDetails(db, caseId)
      if (found === undefined) return null
      const { subjectId, linkId, decidedAt, objectedAt, ...details } = found
      const [token, newest] = await Promise.all([
        pages[found.kind].tokenOf(db, { id: subjectId, linkId }),
        listReports(db, caseId, NEWEST),
      ])
      return {
        ...details,
        path: token === null ? null : `/${found.kind}/${token}`,
        newest,
        decidedAt: decidedAt?.toISOString() ?? null,
        objectedAt: objectedAt?.toISOString() ?? null,
      }
    }),
    decideReport: rpc.decideReport.handler(async ({ context: { caller }, input }) => ({
      state: await decideCase(deps, { ...input, operator: caller }),
    })),
  }
}
