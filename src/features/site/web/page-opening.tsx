import type { ReactNode } from 'react'

/** The header of a page: its title, its lead and optional content. */
export function PageOpening({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <header className="mx-auto max-w-6xl px-4 pt-14 pb-12 sm:px-6 lg:pt-20">
      <h1 className="max-w-[20ch] text-[clamp(2.25rem,1.55rem+2.8vw,3.75rem)] leading-[1.04] font-bold tracking-[-0.03em]">
        {title}
      </h1>
      <div className="mt-5 max-w-[36rem] text-lg text-muted">{lead}</div>
      {children}
    </header>
  )
}
