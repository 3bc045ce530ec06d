import { pluralize } from '#platform/shared/format/numbers.ts'
import { asAppError } from '#platform/web/api.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { isOtherText, type ScriptFit } from '../model/script-fit.ts'
import type { Transcription } from '../model/contract.ts'
import { useStartAnyway } from './queries.ts'
import type { ChosenStart, SourceKind } from './use-start-form.ts'

type Props = {
  run: Transcription
  fit: ScriptFit
  first: ChosenStart | undefined
  /** Chooses where the words come from instead. */
  onInstead(kind: SourceKind): void
}

/** Too few of the creator's own words were found in the sound: nothing was charged, and they decide. */
export function ScriptMisfit({ run, fit, first, onInstead }: Props) {
  const anyway = useStartAnyway(run.projectId, () => first?.onUsed())
  const sells = useIsSelling()
  const use = () =>
    anyway.mutate({ projectId: run.projectId, transcriptionId: run.id, ...(first && { [first.kind]: first.id }) })
  return (
    <Notice
      tone="warning"
      title={`${fit.found} of ${pluralize(fit.total, 'word')} were found in the sound`}
      actions={
        <div className="flex flex-wrap gap-3">
          {!isOtherText(fit) && (
            <Button busy={anyway.isPending} onClick={use}>
              <span className="tabular">Use it anyway{sells && ` · ${pluralize(run.credits, 'credit')}`}</span>
            </Button>
          )}
          <Button onClick={() => onInstead('speech')}>Listen instead</Button>
          <Button onClick={() => onInstead('script')}>Choose another script</Button>
        </div>
      }
    >
      <div className="grid gap-2">
        <p>
          {isOtherText(fit)
            ? 'This is not the text of this video, or not in the language that is spoken. Nothing was charged.'
            : 'Nothing was charged. If you use it anyway, sentences that nobody says are set aside in the editor, and other words that were not found are placed by guess.'}
        </p>
        {!isOtherText(fit) && <Missing passages={fit.missing} />}
        {anyway.error !== null && <p role="alert">{asAppError(anyway.error).message}</p>}
      </div>
    </Notice>
  )
}

function Missing({ passages }: { passages: readonly string[] }) {
  if (passages.length === 0) return null
  return (
    <>
      <p>Not found:</p>
      <ul aria-label="Passages that were not found" className="grid list-disc gap-1 pl-5">
        {passages.map((passage) => (
          <li key={passage}>{passage}</li>
        ))}
      </ul>
    </>
  )
}
