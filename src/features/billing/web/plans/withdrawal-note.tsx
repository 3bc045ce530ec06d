import { Link } from 'react-router'
import { WITHDRAWAL_DAYS } from '../../model/index.ts'

/** The right to withdraw, shown wherever something is or was bought. */
export function WithdrawalNote() {
  return (
    <p className="text-sm text-muted">
      As a consumer in the EU you can withdraw within {WITHDRAWAL_DAYS} days of a first payment, without giving a
      reason. Your plan and credits start at once; we refund the part you did not use. More in the{' '}
      <Link to="/refund" className="text-accent-text underline underline-offset-3 hover:no-underline">
        refund policy
      </Link>
      .
    </p>
  )
}
