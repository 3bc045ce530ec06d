import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A long page with its table of contents beside the text, sticky where there is room. */
export function WithContents({
  entries,
  children,
}: {
  entries: readonly { readonly id: string; readonly title: string }[]
  children: ReactNode
}) {
  return (
    <div className="border-t border-border">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-10 px-4 py-12 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:py-16">
        <nav aria-label="On this page" className="lg:sticky lg:top-24 lg:self-start">
          <p className="text-sm font-medium">On this page</p>
          <ul className="mt-2 border-l border-border max-lg:columns-2 max-lg:gap-4 max-lg:border-l-0">
            {entries.map(({ id, title }) => (
              <li key={id} className="break-inside-avoid">
                <Link
                  to={`#${id}`}
                  className="block py-1.5 text-sm text-muted transition-colors hover:text-text lg:-ml-px lg:border-l lg:border-transparent lg:pl-4 lg:hover:border-accent pointer-coarse:py-2.5"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  )
}
