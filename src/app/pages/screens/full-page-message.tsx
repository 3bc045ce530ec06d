import type { ReactNode } from 'react'

/** A message with one action, centred on an otherwise empty page. */
export function FullPageMessage({
  code,
  title,
  children,
  action,
}: {
  code?: string
  title: string
  children: ReactNode
  action: ReactNode
}) {
  return (
    <div className="grid min-h-[72dvh] place-content-center justify-items-center gap-3 px-6 py-16 text-center">
      {code !== undefined && <p className="font-display text-sm font-semibold text-accent-text">{code}</p>}
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="max-w-[46ch] text-muted">{children}</p>
      <div className="mt-4">{action}</div>
    </div>
  )
}
