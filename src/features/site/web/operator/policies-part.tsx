import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Decision, QueryState } from '#features/operations/web/index.ts'
import { Tabs } from '#ui/tabs.tsx'
import type { OperatorPolicy } from '../../model/policy-contract.ts'
import { POLICY_TITLES, type PolicyName } from '../../model/policy-names.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { siteQueries } from './site-queries.ts'

/** While mails are sent, their number is read again. */
const REFETCH_MS = 2_000

/** The policies and the imprint, each with its editor and versions. */
export function PoliciesPart({ onDecide }: { onDecide: (decision: Decision) => void }) {
  const policies = useQuery(
    siteQueries.policies.queryOptions({
      staleTime: 0,
      refetchOnWindowFocus: false,
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ notice }) => notice?.state === 'running') === true ? REFETCH_MS : false,
    }),
  )
  return (
    <section aria-labelledby="policies" className="border-t border-border pt-8">
      <h2 id="policies" className="text-xl">
        Policies and imprint
      </h2>
      <p className="mt-1 mb-3 max-w-[36rem] text-sm text-muted">
        Texts of your own in place of the built-in ones, and an imprint. Each version stays readable for everybody.
      </p>
      <QueryState query={policies}>{(views) => <PolicyTabs views={views} onDecide={onDecide} />}</QueryState>
    </section>
  )
}

function PolicyTabs({ views, onDecide }: { views: readonly OperatorPolicy[]; onDecide: (decision: Decision) => void }) {
  const [shown, setShown] = useState<PolicyName>('terms')
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({})
  return (
    <Tabs
      label="Policies and imprint"
      value={shown}
      onChange={setShown}
      panelClassName="pt-5"
      tabs={views.map((view) => {
        // A published draft is over.
        const key = `${view.policy} ${view.version}`
        return {
          id: view.policy,
          label: POLICY_TITLES[view.policy],
          panel: (
            <PolicyEditor
              key={key}
              view={view}
              draft={drafts[key] ?? view.markdown ?? ''}
              onDraft={(text) => setDrafts({ ...drafts, [key]: text })}
              onDecide={onDecide}
            />
          ),
        }
      })}
    />
  )
}
