import type { ReferralsDeps } from '../deps.ts'

/** The dependencies of the operator's administration. */
export type AdministrationDeps = ReferralsDeps & {
  /** The addresses of operators, in lower case. */
  readonly operators: readonly string[]
}
