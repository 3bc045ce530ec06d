import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link to the page of a user. @param children their name or address */
export function UserLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to={`/operator/users/${id}`} className="hit-target break-all text-accent-text underline underline-offset-3">
      {children}
    </Link>
  )
}
