import type { Security } from '../../model/contract.ts'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { SetUpFactorDialog } from './set-up-factor-dialog.tsx'
import { TurnOffFactorDialog } from './turn-off-factor-dialog.tsx'

const DIALOGS = { 'set-up': SetUpFactorDialog, 'turn-off': TurnOffFactorDialog, codes: NewCodesDialog }

/** The dialogs about the second factor, loaded on demand in one file. */
export function SecondFactorDialogs(o: { open: keyof typeof DIALOGS; security: Security; onClose: () => void }) {
  const Open = DIALOGS[o.open]
  return <Open security={o.security} onClose={o.onClose} />
}
