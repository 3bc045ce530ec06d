import { apiClient } from '#platform/web/api.ts'
import type { siteContract } from '../../model/contract.ts'
import type { PublishedPolicy } from '../../model/policies.ts'
import type { PolicyName } from '../../model/policy-names.ts'

/** Loads the text that operators wrote for a page; empty if they wrote none. */
export async function loadOwnPolicy(
  policy: PolicyName,
  { policies }: { policies?: readonly string[] | undefined },
): Promise<string> {
  if (policies?.includes(policy) !== true) return ''
  const published = await apiClient<typeof siteContract>('site').policy({ policy })
  return JSON.stringify(published)
}

/** Reads what {@link loadOwnPolicy} loaded, or the document carried. */
export function readOwnPolicy(text: string): PublishedPolicy {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server made this text from a checked row
  return JSON.parse(text) as PublishedPolicy
}
