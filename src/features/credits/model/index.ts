export { Balance, CreditMovement, creditsContract, MovementKind } from './contract.ts'
export {
  type Credits,
  credits,
  type CreditSource,
  DEFAULT_DEDUCTION,
  EXPIRING_SOON_DAYS,
  insufficientCredits,
  MAX_CREDITS,
  START_CREDITS,
} from './credits.ts'
