import { type Decision, useActionDone } from '#features/operations/web/index.ts'
import type { AdminAffiliate } from '../../model/index.ts'
import { TextField } from '#ui/text-field.tsx'
import { administrationApi } from './administration-queries.ts'

/** Renames an affiliate's link in a dialog. */
export function useRenameAffiliate(open: (decision: Decision) => void): (affiliate: AdminAffiliate) => void {
  const done = useActionDone()
  return ({ id, referralUsername }) =>
    open({
      title: `Rename ${referralUsername}`,
      description: 'The previous name keeps working and is never given to anyone else.',
      button: 'Rename',
      requires: 'reason',
      more: <TextField name="username" label="New name" autoCapitalize="none" maxLength={30} autoComplete="off" />,
      submit: (text) =>
        done(
          administrationApi.renameAffiliate({ affiliateId: id, username: text('username'), reason: text('reason') }),
          `${referralUsername} is ${text('username').toLowerCase()} now.`,
        ),
    })
}
