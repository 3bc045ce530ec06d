import { Link } from 'react-router'
import { buttonLook } from '#ui/button-look.ts'
import { PageOpening } from './page-opening.tsx'

/** /pricing of a site without payments, where credits are unlimited (product §5). */
export function PaymentsDisabled() {
  return (
    <PageOpening
      title="Nothing to pay here"
      lead="This site takes no payments. With an account you caption, edit and export as much as you like."
    >
      <Link to="/signup" className={buttonLook({ variant: 'primary', size: 'lg', className: 'mt-9' })}>
        Sign Up
      </Link>
    </PageOpening>
  )
}
