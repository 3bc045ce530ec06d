import type { ReactNode } from 'react'
import { changesBetween } from '#features/operations/model/index.ts'
import {
  type Decision,
  May,
  MoreButton,
  nameOf,
  QueryState,
  useActionDone,
  usePages,
} from '#features/operations/web/index.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { settingFacts } from '../../model/setting-facts.ts'
import type { SettingsVersion } from '../../model/settings-contract.ts'
import { SITE_DUTIES } from '../../model/settings-duties.ts'
import { siteApi, siteQueries } from './site-queries.ts'

/** Instead of pictures that are no longer stored. */
const NO_PICTURES = { logo: null, logoOnDark: null, icon: null, showsName: true }

type Props = { readonly current: number; readonly onDecide: (decision: Decision) => void }

/** The versions of the site, newest first; an earlier one can be used again. */
export function SiteVersions({ current, onDecide }: Props) {
  const done = useActionDone()
  const pages = usePages({
    queryKey: siteQueries.siteVersions.queryKey({ input: {} }),
    load: async (before) => {
      const { versions, next } = await siteApi.siteVersions(before === undefined ? {} : { before: Number(before) })
      return { versions, next: next === null ? null : String(next) }
    },
  })
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="mb-3 text-xl">
        Versions
      </h2>
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const versions = loaded.flatMap((page) => page.versions)
          if (versions.length === 0)
            return <EmptyState title="Nothing was changed yet">Each saved change of the site appears here.</EmptyState>
          return (
            <>
              <ul aria-label="Versions" className="grid gap-4">
                {versions.map((version, at) => (
                  <Version key={version.version} version={version} before={versions[at + 1]}>
                    {version.version !== current && (
                      <May duty={SITE_DUTIES.saveSiteSettings}>
                        <Button size="sm" onClick={() => onDecide(restoreDecision(version, current, done))}>
                          Use version {version.version} again
                        </Button>
                      </May>
                    )}
                  </Version>
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function Version(o: { version: SettingsVersion; before: SettingsVersion | undefined; children: ReactNode }) {
  const { version, settings, operator, reason, at } = o.version
  const changes = changesBetween(
    o.before === undefined ? null : settingFacts(o.before.settings),
    settingFacts(settings),
  )
  return (
    <li className="grid justify-items-start gap-1 border-l-2 border-border-strong pl-3 text-sm">
      <p className="font-medium">Version {version}</p>
      <p className="break-words text-muted">“{reason}”</p>
      {changes.length > 0 && (
        <p className="break-words text-faint">
          {changes.map(({ name, was, is }) => `${nameOf(name)}: ${was ?? 'default'} → ${is ?? 'default'}`).join(' · ')}
        </p>
      )}
      <p className="text-faint">
        {operator}, <time dateTime={at}>{formatMoment(at)}</time>
      </p>
      {o.children}
    </li>
  )
}

function restoreDecision(
  { version, settings, hasPictures }: SettingsVersion,
  current: number,
  done: ReturnType<typeof useActionDone>,
): Decision {
  return {
    title: `Use version ${version} again`,
    description: hasPictures
      ? 'Its settings become a new version. The present one stays in the list.'
      : 'Its settings become a new version, without its logo and icon: they are no longer stored.',
    button: 'Use it again',
    requires: 'reason',
    submit: (text) =>
      done(
        siteApi.saveSiteSettings({
          settings: hasPictures ? settings : { ...settings, ...NO_PICTURES },
          replaces: current,
          reason: text('reason'),
        }),
        `Version ${version} is used again.`,
      ),
  }
}
