import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Transcription } from '../model/contract.ts'

/** Props of {@link EarlyRunNotice}. */
type EarlyRunNoticeProps = {
  /** A run whose captions were made before its video arrived. */
  readonly run: Transcription
  /** Asks for captions of the video itself. Default: there is none to ask for. */
  readonly onAgain?: (() => void) | undefined
}

/** Why captions that were made before their video was here are replaced, or not paid for; nothing if they are kept. */
export function EarlyRunNotice({ run, onAgain }: EarlyRunNoticeProps): ReactNode {
  if (run.state === 'failed')
    return (
      <Notice
        tone="warning"
        title="These captions are not of your whole video"
        actions={
          onAgain && (
            <Button size="sm" onClick={onAgain}>
              Make captions again
            </Button>
          )
        }
      >
        {run.note ?? 'Something went wrong while listening.'} The words so far stay here.
      </Notice>
    )
  if (run.state !== 'running' || run.note === null) return null
  return <Notice tone="info">{run.note} Your words are replaced then; earlier versions stay under History.</Notice>
}
