/**
 * Does one duty after the other; one that fails keeps no other from being done.
 * @throws what the only one that failed threw, or an AggregateError of all
 */
export async function runAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: Error[] = []
  for (const task of tasks) await task().catch((error: Error) => failures.push(error))
  const [first] = failures
  if (first === undefined) return
  throw failures.length === 1 ? first : new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}
