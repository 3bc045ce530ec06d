import { z } from 'zod'

/** The state of a case; `objected` is down too, and waits for an operator again. */
export const CaseState = z.enum(['open', 'dismissed', 'down', 'objected', 'upheld', 'restored'])
export type CaseState = z.output<typeof CaseState>

/** What an operator decides about a case. */
export const CaseDecision = z.enum(['dismiss', 'take-down', 'uphold', 'restore'])
export type CaseDecision = z.output<typeof CaseDecision>

const AFTER: Readonly<Record<CaseState, Readonly<Partial<Record<CaseDecision, CaseState>>>>> = {
  open: { dismiss: 'dismissed', 'take-down': 'down' },
  dismissed: { 'take-down': 'down' },
  restored: { 'take-down': 'down' },
  down: { restore: 'restored' },
  objected: { uphold: 'upheld', restore: 'restored' },
  // The second look is the last one, but a mistake can always be mended.
  upheld: { restore: 'restored' },
}

/** The state after a decision; undefined if it does not apply. */
export function stateAfter(state: CaseState, decision: CaseDecision): CaseState | undefined {
  return AFTER[state][decision]
}

/** The decisions that apply, the usual one first. */
export function decisionsFor(state: CaseState): readonly CaseDecision[] {
  return CaseDecision.options.filter((decision) => stateAfter(state, decision) !== undefined)
}

/** The state after another report: a decided case opens again, unless the thing is down. */
export function stateAfterReport(state: CaseState): CaseState {
  return isDown(state) ? state : 'open'
}

/** Whether nobody but its owner sees the thing. */
export function isDown(state: CaseState): boolean {
  return state === 'down' || state === 'objected' || state === 'upheld'
}

/** Whether the owner may object now: once for each takedown. */
export function mayObject(state: CaseState): boolean {
  return state === 'down'
}
