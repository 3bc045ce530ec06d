import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { apiQueries, asAppError } from '#platform/web/api.ts'
import type { siteContract } from '../../model/contract.ts'
import type { PublishedPolicy } from '../../model/policies.ts'
import { POLICY_NAMES, POLICY_TITLES } from '../../model/policy-names.ts'
import { parsePolicy } from '../../model/policy-text.ts'
import { PageOpening } from '../page-opening.tsx'
import { Day, PolicyArticle } from './policy-page.tsx'
import { TEXT_LINK } from '../text-blocks.tsx'

const queries = apiQueries<typeof siteContract>('site')
/** Their text never changes. */
const STALE_MS = 60 * 60_000

/** /policies/:policy/:version: a version of a text that operators wrote, for everybody. */
export function PolicyVersionPage({ policy: name, version }: { policy: string; version: string }) {
  const policy = POLICY_NAMES.find((one) => one === name)
  const isVersion = /^[1-9]\d{0,8}$/.test(version)
  const isKnown = policy !== undefined && isVersion
  const input = { policy: policy ?? 'terms', version: Number(version) }
  const found = useQuery(queries.policy.queryOptions({ input, enabled: isKnown, staleTime: STALE_MS }))
  if (!isKnown || (found.isError && asAppError(found.error).code === 'not_found'))
    return <PageOpening title="No such version" lead="This site has published no such text. Check the address." />
  if (found.isError) return <PageOpening title={POLICY_TITLES[policy]} lead={asAppError(found.error).message} />
  if (found.data === undefined) return <PageOpening title={POLICY_TITLES[policy]} lead="Loading this version …" />
  return <Version published={found.data} />
}

function Version({ published: { policy, version, markdown, since, until } }: { published: PublishedPolicy }) {
  const title = POLICY_TITLES[policy]
  return (
    <div className="whitespace-pre-line">
      <PolicyArticle
        title={title}
        blocks={parsePolicy(markdown)}
        facts={
          <>
            Version {version}, published on <Day at={since} />
            {until === null ? '. ' : <EndOf until={until} />}
            <Link to={`/${policy}`} className={TEXT_LINK}>
              Read the present {title}
            </Link>
          </>
        }
      />
    </div>
  )
}

function EndOf({ until }: { until: string }) {
  return (
    <>
      , replaced on <Day at={until} />.{' '}
    </>
  )
}
