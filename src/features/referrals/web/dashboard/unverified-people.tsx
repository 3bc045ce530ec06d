import { pluralize } from '#platform/shared/format/numbers.ts'
import { Notice } from '#ui/notice.tsx'

/** People who signed up but are no referrals yet. */
export function UnverifiedPeople({ people }: { people: number }) {
  if (people === 0) return null
  return (
    <Notice tone="info" title={`${pluralize(people, 'person', 'people')} ${people === 1 ? 'is' : 'are'} waiting`}>
      {people === 1 ? 'They' : 'All of them'} signed up through your link and have not confirmed their e-mail address
      yet. They become your {people === 1 ? 'referral' : 'referrals'} when they do.
    </Notice>
  )
}
