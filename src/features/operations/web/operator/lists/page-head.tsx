import type { ReactNode } from 'react'

/** The title of an operator's page, with its lead and actions. */
export function PageHead({ title, lead, actions }: { title: string; lead: string; actions?: ReactNode }) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-1 max-w-[64ch] text-sm text-muted">{lead}</p>
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
