import { usePreference } from '#features/accounts/web/index.ts'
import { captionPrice } from '#features/transcription/model/index.ts'
import { type UnattendedLook, useUnattendedStart } from '#features/transcription/web/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Switch } from '#ui/switch.tsx'
import { chooseForNextCaptions, chosenForNextCaptions } from '../next-captions.ts'
import { useFirstLanguage } from './use-first-language.ts'

/** Whether captions start with every upload, and what starts them. */
export function useAutomaticStart() {
  const { value, set } = usePreference('startCaptions')
  const start = useUnattendedStart()
  const languages = useFirstLanguage()?.wanted ?? []
  const isOn = value === 'speech'

  /** Starts the captions of an upload; shows why they do not start. */
  async function onBegun(projectId: string): Promise<void> {
    if (!isOn) return
    try {
      const result = await start(projectId, chosenLook(), languages)
      if (result === 'started') chooseForNextCaptions(null)
      else if (result !== 'left') showProblem(result.problem)
    } catch (error) {
      showProblem(asAppError(error).message)
    }
  }

  return { isKnown: value !== undefined, isOn, set: (on: boolean) => set(on ? 'speech' : null), onBegun }
}

type AutomaticStartProps = Omit<ReturnType<typeof useAutomaticStart>, 'onBegun'>

/** The switch below the place for uploads. */
export function AutomaticStart({ isKnown, isOn, set }: AutomaticStartProps) {
  const sells = useIsSelling()
  const price = sells ? `, for ${captionPrice(1)} credits for each started 3 minutes` : ''
  return (
    <Switch
      label="Make captions of every upload"
      hint={`They start from the speech while the video uploads${price}. You can stop them on the page of the video.`}
      checked={isOn}
      disabled={!isKnown}
      onChange={set}
    />
  )
}

/** The choice for the next captions; a look behind a link has to be saved on the page of a video first. */
function chosenLook(): UnattendedLook {
  const choice = chosenForNextCaptions()
  if (choice?.kind === 'template') return { template: choice.id }
  return choice?.kind === 'look' ? { look: choice.id } : {}
}

function showProblem(problem: string): void {
  toast.info(`The captions of your upload did not start. ${problem}`)
}
