import { Link } from 'react-router'
import type { PublishedPolicy } from '../../model/policies.ts'
import { POLICY_TITLES } from '../../model/policy-names.ts'
import { parsePolicy } from '../../model/policy-text.ts'
import { readOwnPolicy } from './own-policy.ts'
import { Day, LastChange, PolicyArticle } from './policy-page.tsx'
import { TEXT_LINK } from '../text-blocks.tsx'

/** The page of a policy that operators wrote. @param props.text what `loadOwnPolicy` loaded */
export function OwnPolicyPage({ text }: { text: string }) {
  const published = readOwnPolicy(text)
  const { policy, markdown, since } = published
  return (
    <div className="whitespace-pre-line">
      <PolicyArticle title={POLICY_TITLES[policy]} blocks={parsePolicy(markdown)} facts={<LastChange at={since} />}>
        <EarlierVersions published={published} />
      </PolicyArticle>
    </div>
  )
}

function EarlierVersions({ published: { policy, earlier } }: { published: PublishedPolicy }) {
  if (earlier.length === 0) return undefined
  return (
    <section aria-labelledby="earlier-versions" className="mt-12 border-t border-border pt-4 first:mt-0">
      <h2 id="earlier-versions" className="text-xl">
        Earlier versions
      </h2>
      <ul className="mt-4 grid gap-2.5">
        {earlier.map(({ version, isOwn, since }) => (
          <li key={version}>
            <Link to={`/policies/${policy}/${version}`} className={TEXT_LINK}>
              Version {version}
            </Link>
            <span className="text-faint">
              {isOwn ? ', ' : ', standard text, '}
              <Day at={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
