import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { KIND_LABEL, type ReportedKind } from '../model/limits.ts'
import { abuseQueries } from './abuse-queries.ts'

/** On a public page that an operator took down: leads its owner to the reason. Nothing for anybody else. */
export function OwnTakedown({ kind, token, isKnown }: { kind: ReportedKind; token: string; isKnown: boolean }) {
  const own = useQuery(
    abuseQueries.ownTakedown.queryOptions({ input: { kind, token }, enabled: isKnown, retry: false }),
  )
  if (!isKnown || !own.data) return null
  return (
    <div className="mx-auto w-full max-w-xl px-4 pt-8 sm:px-6">
      <Notice
        tone="warning"
        title={`We took your ${KIND_LABEL[kind]} down`}
        actions={
          <Link to={own.data.path} className={buttonClass({ size: 'sm' })}>
            Read why, or object
          </Link>
        }
      >
        Nobody else sees it at the moment.
      </Notice>
    </div>
  )
}
