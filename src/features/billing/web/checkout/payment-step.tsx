import type { ReactNode } from 'react'

/** A page for one step of a payment. */
export function PaymentStep({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[32rem] px-4 py-10 sm:px-6 sm:py-20">
      <h1 className="text-3xl">{title}</h1>
      {lead !== undefined && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-8 grid gap-5">{children}</div>
    </div>
  )
}
