/**
 * Runs tasks one by one, also after one fails.
 * @throws the error of a single failure, or an AggregateError of several
 */
export async function runAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: Error[] = []
  for (const task of tasks) await task().catch((error: Error) => failures.push(error))
  const [first] = failures
  if (first === undefined) return
  throw failures.length === 1 ? first : new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}
