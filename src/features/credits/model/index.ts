export { Balance, creditsContract } from './contract.ts'
export { type Credits, credits, DEFAULT_DEDUCTION, insufficientCredits, MAX_CREDITS, START_CREDITS } from './credits.ts'
