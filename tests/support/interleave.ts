import { Pool } from 'pg'
import { onTestFinished, vi } from 'vitest'
import { statementText } from './statement-text.ts'

/**
 * Does something else as soon as the database has answered the next query of this kind that stands outside any
 * transaction, before its asker hears it: what comes in between a look and an act, each time.
 * @param kind a part of the query's text
 */
export function interleave<T>(kind: string, then: () => Promise<T>): Promise<T> {
  const pools: { query(...asked: unknown[]): Promise<unknown> } = Pool.prototype
  const { query } = pools
  return new Promise((resolve, reject) => {
    const spy = vi.spyOn(pools, 'query').mockImplementation(async function runQuery(this: Pool, ...asked) {
      const answer = await query.apply(this, asked)
      if (!statementText(asked[0]).includes(kind)) return answer
      spy.mockRestore()
      await then().then(resolve, reject)
      return answer
    })
    onTestFinished(() => spy.mockRestore())
  })
}
