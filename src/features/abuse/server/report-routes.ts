import type { Context } from 'hono'
import type { HttpEnv } from '#platform/server/http.ts'
import type { RefusedForm } from '#platform/server/http/refused-form.ts'
import { AppError, ERROR_STATUS } from '#platform/shared/errors.ts'
import { ReportedPage, ReportForm, reportPath } from '../model/index.ts'
import type { AbuseDeps } from './deps.ts'
import { fileReport } from './file-report.ts'

/**
 * Receives the form of `/report/:kind/:token` without JavaScript.
 * @returns undefined once the report is stored
 */
export function receiveReports(deps: AbuseDeps & { clientAddress(c: Context<HttpEnv>): string }) {
  return async (c: Context<HttpEnv>): Promise<RefusedForm | undefined> => {
    const page = ReportedPage.safeParse(c.req.param())
    const form = ReportForm.safeParse(await c.req.parseBody())
    if (!page.success) return refusal(ERROR_STATUS.not_found, 'This page cannot be reported.')
    if (!form.success) return refusal(ERROR_STATUS.unprocessable, form.error.issues[0]?.message ?? 'Fill in the form.')
    try {
      await fileReport(deps, { ...form.data, ...page.data, address: deps.clientAddress(c) })
      return undefined
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const wait = error.details['retryAfterSeconds']
      const refused = refusal(ERROR_STATUS[error.code], error.message)
      return wait === undefined ? refused : { ...refused, retryAfterS: Number(wait) }
    }
  }
}

function refusal(status: number, sentence: string): RefusedForm {
  return { status, notice: `Your report was not sent. ${sentence} Go back to find what you wrote.` }
}

/**
 * `?report` on a public page leads to its form: such a page is the same for every token until scripts run, so a link in
 * it cannot name the token.
 * @returns null for any other request
 */
export function redirectToReport(c: Context<HttpEnv>): Response | null {
  if (c.req.query('report') === undefined) return null
  const [, kind, token, ...more] = c.req.path.split('/')
  const page = ReportedPage.safeParse({ kind, token })
  if (!page.success || more.length > 0 || !/^[\w-]+$/.test(page.data.token)) return null
  return c.redirect(reportPath(page.data.kind, page.data.token), 302)
}
