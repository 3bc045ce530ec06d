import { Link } from 'react-router'
import { PRODUCT_NAME, TAGLINE } from '#platform/shared/product.ts'

/** The end of every page that is not a workspace. It links only to pages that exist. */
export function Footer() {
  return (
    <footer className="border-t border-border">
      <div className="mx-auto flex max-w-6xl flex-wrap items-baseline justify-between gap-x-8 gap-y-4 px-4 py-10 text-sm text-faint sm:px-6">
        <p>
          <span className="font-display font-semibold text-muted">{PRODUCT_NAME}</span> · {TAGLINE}
        </p>
        <nav aria-label="Quick Links" className="flex gap-5">
          {LINKS.map(({ to, label }) => (
            <Link key={to} to={to} className="hit-target transition-colors hover:text-text">
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}

const LINKS = [
  { to: '/', label: 'Home' },
  { to: '/upload', label: 'Upload' },
]
