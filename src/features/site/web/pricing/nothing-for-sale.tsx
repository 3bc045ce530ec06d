import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { PageOpening } from '../page-opening.tsx'

/** Shown at the addresses of all pages about sales if the site sells nothing (product §5). */
export function NothingForSale() {
  return (
    <PageOpening
      title="Nothing is sold here"
      lead="This site sells nothing and takes no payments. With an account you caption, edit and export as much as you like."
    >
      <Link to="/upload" className={buttonClass({ variant: 'primary', size: 'lg', className: 'mt-9' })}>
        Open my videos
      </Link>
    </PageOpening>
  )
}
