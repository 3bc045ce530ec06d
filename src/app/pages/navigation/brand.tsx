import { Link } from 'react-router'
import { siteName } from '#platform/shared/product.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'

/** The mark, the product's name and its BETA label (spec §1), leading home. `tight` sets them
 * closer on a phone, and leaves all but the name out on a very narrow one. */
export function Brand({ tight = false }: { tight?: boolean }) {
  return (
    <Link to="/" className={classNames('flex min-w-0 items-center gap-2.5 rounded-md', tight && 'max-[26rem]:gap-1.5')}>
      <span className={classNames('site-mark flex', tight && 'max-[23rem]:hidden')}>
        <Mark />
      </span>
      <span
        className={classNames(
          'site-name truncate font-display text-lg font-bold tracking-tight',
          tight && 'max-[26rem]:text-base',
        )}
      >
        {siteName()}
      </span>
      <span className={classNames('flex', tight && 'max-[23rem]:sr-only')}>
        <Badge>BETA</Badge>
      </span>
      <span className="sr-only">home</span>
    </Link>
  )
}

/** Two caption lines with the spoken word popping out. `router/site-mark.ts` shows the operator's logo in its place. */
function Mark() {
  return (
    <svg viewBox="0 0 20 17" aria-hidden="true" className="h-[17px] w-5 shrink-0">
      <rect x="0" y="1.5" width="8" height="5.5" rx="1.5" className="fill-text" />
      <rect x="10" y="0" width="10" height="8.5" rx="2" className="fill-accent" />
      <rect x="0" y="11" width="13" height="5.5" rx="1.5" className="fill-text" />
    </svg>
  )
}
