import { Link } from 'react-router'
import { WITHDRAWAL_DAYS } from '../model/index.ts'

/** The right to withdraw, wherever somebody buys or has bought. */
export function WithdrawalNote() {
  return (
    <p className="text-sm text-muted">
      As a consumer in the EU you may withdraw within {WITHDRAWAL_DAYS} days of a first payment, without giving a
      reason. Your plan and credits begin at once; what you did not use by then is paid back. More in the{' '}
      <Link to="/refund" className="text-accent-text underline underline-offset-3 hover:no-underline">
        refund policy
      </Link>
      .
    </p>
  )
}
