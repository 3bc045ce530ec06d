import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Decision,
  May,
  PageHead,
  QueryState,
  ReasonDialog,
  useActionDone,
} from '#features/operations/web/index.ts'
import { Button } from '#ui/button.tsx'
import type { CurrentSettings } from '../../model/settings-contract.ts'
import { isSameSettings, type SiteSettings } from '../../model/settings.ts'
import { SITE_DUTIES } from '../../model/settings-duties.ts'
import { PoliciesPart } from './policies-part.tsx'
import { SiteFields } from './site-fields.tsx'
import { SitePreview } from './site-preview.tsx'
import { siteApi, siteQueries } from './site-queries.ts'
import { SiteVersions } from './site-versions.tsx'

const LEAD =
  'The name, colour, logo, addresses, defaults of captions, banner and texts of this site. A change is on every page and in every mail at once, and can be undone.'

/** /operator/site: what operators set about the site, with a preview and its versions. */
export function OperatorSitePage() {
  const current = useQuery(siteQueries.siteSettings.queryOptions({ staleTime: 0, refetchOnWindowFocus: false }))
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <PageHead title="Site" lead={LEAD} />
      <QueryState query={current}>
        {(view) => (
          <div className="mb-10 grid gap-10">
            <SiteForm key={view.version} view={view} onDecide={setDecision} />
            <SiteVersions current={view.version} onDecide={setDecision} />
          </div>
        )}
      </QueryState>
      <PoliciesPart onDecide={setDecision} />
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </>
  )
}

function SiteForm({ view, onDecide }: { view: CurrentSettings; onDecide: (decision: Decision) => void }) {
  const [draft, setDraft] = useState<SiteSettings>(view.settings)
  const done = useActionDone()
  const isChanged = !isSameSettings(draft, view.settings)
  return (
    <form
      method="post"
      noValidate
      aria-label="Site"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) onDecide(savingOf(draft, view.version, done))
      }}
      className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid content-start gap-8">
        <SiteFields view={view} draft={draft} onChange={(change) => setDraft((now) => ({ ...now, ...change }))} />
        <div className="flex flex-wrap items-center gap-2">
          <May duty={SITE_DUTIES.saveSiteSettings}>
            <Button type="submit" variant="primary" disabled={!isChanged}>
              Save
            </Button>
            <Button disabled={!isChanged} onClick={() => setDraft(view.settings)}>
              Discard changes
            </Button>
          </May>
          <p role="status" className="text-sm text-faint">
            {isChanged ? 'Not saved yet.' : 'Everything is saved.'}
          </p>
        </div>
      </div>
      <SitePreview draft={draft} defaultName={view.defaults.name} />
    </form>
  )
}

function savingOf(settings: SiteSettings, replaces: number, done: ReturnType<typeof useActionDone>): Decision {
  return {
    title: 'Save the site',
    description: 'Every page and every mail uses it from now on. Open pages follow when they are loaded again.',
    button: 'Save',
    requires: 'reason',
    submit: (text) =>
      done(siteApi.saveSiteSettings({ settings, replaces, reason: text('reason') }), 'The site is saved.'),
  }
}
