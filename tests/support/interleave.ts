import { Pool } from 'pg'
import { onTestFinished, vi } from 'vitest'
import { statementText } from './statement-text.ts'

/**
 * Runs an action right after the next matching query outside a transaction, before its caller sees the result: between
 * a read and the write that depends on it.
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
