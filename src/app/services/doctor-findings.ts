import type { Env } from '#platform/server/env.ts'

/** One finding: `fault` keeps the product or a part of it from working, `hint` does not. */
export type Finding = { readonly about: string; readonly state: 'well' | 'hint' | 'fault'; readonly sentence: string }

/** A finding of a check that knows what it is about. */
export type Outcome = Omit<Finding, 'about'>

/** Examines one part of a site. */
export type Check = ((env: Env) => Promise<Outcome[]>) & { readonly takesTurns?: true }

/**
 * A check that takes turns with others. One that starts the embedded database also stops it, and a new data folder opens
 * to the account of the database while it is empty.
 */
export function inTurn(check: (env: Env) => Promise<Outcome[]>): Check {
  return Object.assign((env: Env) => check(env), { takesTurns: true as const })
}

/** What works, in a sentence. */
export function well(sentence: string): Outcome {
  return { state: 'well', sentence }
}

/** What an operator may want to change. */
export function hint(sentence: string): Outcome {
  return { state: 'hint', sentence }
}

/** What does not work, and what to do. */
export function fault(sentence: string): Outcome {
  return { state: 'fault', sentence }
}

const MARKS: Readonly<Record<Finding['state'], string>> = { well: 'well  ', hint: 'hint  ', fault: 'FAULT ' }

/** A finding as a line of the terminal. */
export function lineOf({ about, state, sentence }: Finding): string {
  return `${MARKS[state]}${about}: ${sentence}`
}

/** The product can run if there is none. */
export function countFaults(findings: readonly Finding[]): number {
  return findings.filter(({ state }) => state === 'fault').length
}
