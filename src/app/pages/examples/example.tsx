import type { ReactNode } from 'react'

/** One component: its name, a sentence of when to use it, and its states. */
export function Example({ name, use, children }: { name: string; use: string; children: ReactNode }) {
  return (
    <section id={name} aria-labelledby={`${name}-name`} className="grid scroll-mt-4 gap-4 border-t border-border py-8">
      <div>
        <h3 id={`${name}-name`} className="text-lg">
          {name}
        </h3>
        <p className="max-w-[60ch] text-sm text-muted">{use}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 md:grid-cols-2">{children}</div>
    </section>
  )
}

/** One state of a component. */
export function State({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'md:col-span-2' : undefined}>
      <p className="mb-2 text-xs text-faint">{name}</p>
      {children}
    </div>
  )
}

/** Controls of one state side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
