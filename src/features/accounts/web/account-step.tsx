import type { ReactNode } from 'react'

/** A small page for one step of an account: what it is about, and one action. */
export function AccountStep({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[28rem] px-4 py-10 sm:px-6 sm:py-20">
      <h1 className="text-3xl">{title}</h1>
      {lead !== undefined && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-8 grid gap-5">{children}</div>
    </div>
  )
}

/** Style of a link within a sentence. */
export const TEXT_LINK = 'font-medium text-accent-text underline underline-offset-3 hover:no-underline'
