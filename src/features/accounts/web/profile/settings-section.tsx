import { type ReactNode, useId } from 'react'

/** A section of the profile: title and text on the left, or above on a phone, and the controls beside them. */
export function SettingsSection({
  title,
  about,
  children,
}: {
  title: string
  /** One sentence. */
  about?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-border py-8 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {about !== undefined && <p className="mt-1 text-sm text-muted">{about}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}
