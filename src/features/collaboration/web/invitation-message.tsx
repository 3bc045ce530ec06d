import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'

/** The state of an invitation, centred on the page, with its action. */
export function InvitationMessage({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action: ReactNode
}) {
  return (
    <div className="grid min-h-[72dvh] place-content-center justify-items-center gap-3 px-6 py-16 text-center">
      <h1 className="max-w-[22ch] text-3xl wrap-anywhere sm:text-4xl">{title}</h1>
      <div className="grid max-w-[46ch] gap-2 wrap-anywhere text-muted">{children}</div>
      <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>
    </div>
  )
}

export function HomeLink() {
  return (
    <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
      Return Home
    </Link>
  )
}

export function VideosLink() {
  return (
    <Link to="/upload" className={buttonClass({ variant: 'primary', size: 'lg' })}>
      Open their videos
    </Link>
  )
}

export function ProfileLink() {
  return (
    <Link to="/profile" className={buttonClass({ variant: 'primary', size: 'lg' })}>
      Open your profile
    </Link>
  )
}
