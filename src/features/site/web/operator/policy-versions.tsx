import { useState } from 'react'
import { Link } from 'react-router'
import { MoreButton, QueryState, usePages } from '#features/operations/web/index.ts'
import { formatLongDay, formatMoment } from '#platform/shared/format/dates.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { apiClient, asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import type { siteContract } from '../../model/contract.ts'
import type { ListedPolicy } from '../../model/policy-contract.ts'
import type { PolicyName } from '../../model/policy-names.ts'
import { siteApi, siteQueries } from './site-queries.ts'

const publicApi = apiClient<typeof siteContract>('site')

type Props = {
  readonly policy: PolicyName
  readonly current: number
  /** Takes the text of an earlier version as a draft. */
  readonly onUse: (text: string) => void
}

/** The versions of a text, newest first; an earlier one can be used again. */
export function PolicyVersions({ policy, current, onUse }: Props) {
  const pages = usePages({
    queryKey: siteQueries.policyVersions.queryKey({ input: { policy } }),
    load: async (before) => {
      const { versions, next } = await siteApi.policyVersions({ policy, ...(before && { before: Number(before) }) })
      return { versions, next: next === null ? null : String(next) }
    },
  })
  return (
    <QueryState query={pages}>
      {({ pages: loaded }) => {
        const versions = loaded.flatMap((page) => page.versions)
        if (versions.length === 0) return <p className="text-sm text-faint">Published versions appear here.</p>
        return (
          <div>
            <ul aria-label="Versions of the text" className="grid gap-4">
              {versions.map((version) => (
                <Version key={version.version} policy={policy} version={version} current={current} onUse={onUse} />
              ))}
            </ul>
            <MoreButton pages={pages} />
          </div>
        )
      }}
    </QueryState>
  )
}

function Version({ policy, version: listed, current, onUse }: Props & { version: ListedPolicy }) {
  const { version, isOwn, characters, operator, reason, at, notice } = listed
  const [isBusy, setBusy] = useState(false)
  // Nobody published it: it is recorded with version 2.
  const isFirst = version === 1 && !isOwn
  const isReadable = characters !== null && (isOwn || version !== current)

  async function use(): Promise<void> {
    setBusy(true)
    try {
      onUse((await publicApi.policy({ policy, version })).markdown)
      toast.success(`The text of version ${version} is in the editor.`)
    } catch (error) {
      toast.error(asAppError(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <li className="grid justify-items-start gap-1 border-l-2 border-border-strong pl-3 text-sm">
      <p className="font-medium">
        Version {version}
        <span className="font-normal text-faint">, {kindOf(listed)}</span>
      </p>
      {!isFirst && <p className="break-words text-muted">“{reason}”</p>}
      {notice !== null && (
        <p className="break-words text-faint">
          Mailed to {pluralize(notice.mailed, 'user')}: “{notice.summary}”
        </p>
      )}
      <p className="text-faint">
        {isFirst ? 'Recorded before version 2, of ' : `${operator}, `}
        <time dateTime={at}>{isFirst ? formatLongDay(at, 'utc') : formatMoment(at)}</time>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {isReadable && (
          <Link to={`/policies/${policy}/${version}`} className="underline underline-offset-2">
            Read version {version}
          </Link>
        )}
        {isReadable && version !== current && (
          <Button size="sm" busy={isBusy} onClick={() => void use()}>
            Put version {version} into the editor
          </Button>
        )}
      </div>
    </li>
  )
}

function kindOf({ isOwn, characters }: ListedPolicy): string {
  if (isOwn) return `${formatNumber(characters ?? 0)} characters`
  return characters === null ? 'removed' : 'the built-in text'
}
