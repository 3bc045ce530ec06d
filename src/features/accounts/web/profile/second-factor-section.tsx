import { lazy, Suspense, useState } from 'react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Security } from '../../model/contract.ts'
import { SettingsSection } from './settings-section.tsx'

const Dialogs = lazy(async () => ({ default: (await import('./second-factor-dialogs.tsx')).SecondFactorDialogs }))

/** Fewer unused recovery codes than this are worth a warning. */
const FEW_CODES = 3

/** The second factor: set up, turned off, and its recovery codes. */
export function SecondFactorSection({ security }: { security: Security }) {
  const [open, setOpen] = useState<'set-up' | 'turn-off' | 'codes'>()
  const { hasSecondFactor, recoveryCodesLeft } = security
  return (
    <SettingsSection
      title="Second factor"
      about="A code of an app on your phone, asked for after your password. It keeps others out who know your password."
    >
      {hasSecondFactor ? (
        <>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone="success">On</Badge>
            <span className="text-muted">{pluralize(recoveryCodesLeft, 'recovery code')} left</span>
          </p>
          {recoveryCodesLeft < FEW_CODES && (
            <Notice tone="warning">Make new recovery codes, so that you can log in without your device.</Notice>
          )}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
            <Button variant="danger" onClick={() => setOpen('turn-off')}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <Button className="justify-self-start" onClick={() => setOpen('set-up')}>
          Set up
        </Button>
      )}
      {open !== undefined && (
        <Suspense>
          <Dialogs open={open} security={security} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </SettingsSection>
  )
}
