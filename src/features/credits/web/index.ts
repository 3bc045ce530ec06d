export { refreshBalance, useBalance } from './balance.ts'
export { CreditCount } from './credit-count.tsx'
