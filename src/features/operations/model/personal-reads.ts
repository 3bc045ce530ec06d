import type { AnyContractRouter, InferContractRouterInputs } from '@orpc/contract'
import type { ViewName } from './action-sentences.ts'
import type { Duty } from './operator-roles.ts'

/** A read of personal data, as the log records it: once an hour for each operator and subject. */
export type PersonalRead = {
  readonly action: ViewName
  readonly subject: { readonly kind: string; readonly id: string }
  /** The name of the subject; that of a user is their address. */
  readonly about?: string
  /** The user whose data it is, where the subject is no account itself. */
  readonly personId?: string
}

/** The procedures that only read. */
type ReadProcedures<Duties extends Readonly<Record<string, Duty>>> = {
  [Name in keyof Duties]: Duties[Name] extends 'read' ? Name : never
}[keyof Duties]

/**
 * For each procedure of a contract that only reads: the personal data of users that it shows, by its input, or null for
 * none. A procedure without a row does not compile.
 */
export type ReadsOf<Contract extends AnyContractRouter, Duties extends Readonly<Record<string, Duty>>> = {
  readonly [Name in ReadProcedures<Duties> & keyof InferContractRouterInputs<Contract>]:
    | ((input: InferContractRouterInputs<Contract>[Name]) => PersonalRead)
    | null
}
