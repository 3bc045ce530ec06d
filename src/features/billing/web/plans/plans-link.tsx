import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { useOffers } from '../billing-queries.ts'

/** A link to the plans; nothing if none are sold. */
export function PlansLink({ button }: { button?: Parameters<typeof buttonClass>[0] }) {
  const offers = useOffers()
  if (typeof offers.data?.provider !== 'string') return null
  return (
    <Link to="/pricing" className={buttonClass(button)}>
      See the plans
    </Link>
  )
}
