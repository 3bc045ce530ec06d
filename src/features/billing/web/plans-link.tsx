import { Link } from 'react-router'
import { buttonLook } from '#ui/button-look.ts'
import { useOffers } from './billing-queries.ts'

/** A link to the plans; nothing if none are sold. */
export function PlansLink({ look }: { look?: Parameters<typeof buttonLook>[0] }) {
  const offers = useOffers()
  if (typeof offers.data?.provider !== 'string') return null
  return (
    <Link to="/pricing" className={buttonLook(look)}>
      See the plans
    </Link>
  )
}
