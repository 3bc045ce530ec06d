import type { ReactNode } from 'react'
import { AudioLines, Captions, FileText } from 'lucide-react'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { AskedSpeakers, type ComingModel, MOST_SPEAKERS, type TranscriptionQuote } from '../model/contract.ts'
import { captionPrice, PRICED_SPAN_MS } from '../model/caption-price.ts'
import { CaptionFileFields } from './caption-file-fields.tsx'
import { chosenCut, type EarlierCut, EarlierCutFields } from './earlier-cut.tsx'
import { WordsToKnow } from './glossary/words-to-know.tsx'
import { languageOptions } from './languages.ts'
import { type ChosenStart, type FirstLanguage, type SourceKind, useStartForm } from './use-start-form.ts'

type Form = ReturnType<typeof useStartForm>

/** Renders offers for credits beside an action that lacks them. */
export type MoreCredits = (missing: number) => ReactNode

type Props = {
  projectId: string
  quote: TranscriptionQuote
  /** Default: none, only the refusal is shown. */
  renderMoreCredits?: MoreCredits | undefined
  /** Default: none, and captions get the usual look. */
  first?: ChosenStart | undefined
  /** Default: the language is detected, if there are several. */
  firstLanguage?: FirstLanguage | undefined
  /** The choice of an earlier cut of this video. Default: none. */
  earlier?: EarlierCut | undefined
  /** Where the words come from at first. Default: speech. */
  firstKind?: SourceKind | undefined
}

/** The choice of source and language, and the start button with its price. */
export function StartForm({ projectId, quote, first, firstLanguage, earlier, firstKind, renderMoreCredits }: Props) {
  const cutOf = earlier && chosenCut(earlier)?.id
  const form = useStartForm(projectId, quote, { first, firstLanguage, firstKind, cutOf })
  const sells = useIsSelling()
  const short = form.price > 0 && (!quote.enough || isOverLimit(quote))
  if (!quote.hasSound) return <Notice tone="info">This video has no sound, so there is nothing to listen to.</Notice>
  return (
    <div className="grid gap-5">
      {earlier && <EarlierCutFields earlier={earlier} />}
      {cutOf === undefined && (
        <Segmented
          stacksOnPhone
          label="Where the words come from"
          options={SOURCES}
          value={form.kind}
          onChange={form.choose}
        />
      )}
      <SourceFields form={form} quote={quote} />
      {form.kind === 'speech' && cutOf === undefined && <SpeakerFields form={form} state={quote.speakers} />}
      {form.kind === 'speech' && <WordsToKnow projectId={projectId} />}
      {first && cutOf === undefined && <FirstLook {...first} />}
      {form.problem !== undefined && <Notice tone="error">{form.problem}</Notice>}
      {short ? (
        <Short quote={quote} renderMoreCredits={renderMoreCredits} />
      ) : (
        <Refusal form={form} renderMoreCredits={renderMoreCredits} />
      )}
      <div className={ALWAYS_VISIBLE}>
        <Button variant="primary" size="lg" disabled={short} busy={form.busy} onClick={form.submit}>
          <span className="tabular">Make captions{sells && ` · ${priceText(form.price, quote)}`}</span>
        </Button>
        {sells && (
          <p className="tabular text-sm text-muted">
            {form.price > 0 && (isPriced(quote) ? <Spent quote={quote} /> : <NotPriced />)} Editing and exports are
            free.
          </p>
        )}
      </div>
    </div>
  )
}

/** On a phone the button stays at the foot of the screen while the form scrolls. */
const ALWAYS_VISIBLE =
  'flex flex-wrap items-center gap-x-5 gap-y-3 max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:border-t max-sm:border-border max-sm:bg-bg max-sm:px-4 max-sm:py-3 max-sm:[&>button]:w-full'

function SourceFields({ form, quote }: { form: Form; quote: TranscriptionQuote }) {
  const options = languageOptions(quote.engines)
  return (
    <>
      {form.kind === 'script' && (
        <TextArea
          label="Your script"
          hint="Every word is timed to your voice. Leave out stage directions: what is not spoken cannot be timed."
          value={form.script}
          maxLength={200_000}
          rows={8}
          onChange={({ target }) => form.setScript(target.value)}
        />
      )}
      {form.kind === 'subtitles' && (
        <CaptionFileFields file={form.file} times={form.times} onTimes={form.setTimes} price={quote.credits} />
      )}
      {options.length > 1 && (
        <div className="max-w-72">
          <Select label="Language spoken" value={form.language} options={options} onChange={form.setLanguage} />
        </div>
      )}
      {form.kind === 'speech' && (
        <EngineLine form={form} onlyLanguage={options.length === 1 ? options[0]?.label : undefined} />
      )}
      {form.kind === 'speech' && quote.coming && form.engine?.quality !== 'best' && <Coming model={quote.coming} />}
    </>
  )
}

/** How many people speak; why speakers cannot be distinguished, if they cannot. */
function SpeakerFields({ form, state }: { form: Form; state: TranscriptionQuote['speakers'] }) {
  if (state !== 'ready') return <p className="text-sm text-muted">{NO_SPEAKERS[state]}</p>
  return (
    <div className="max-w-72">
      <Select
        label="Who speaks"
        value={String(form.speakers)}
        options={SPEAKERS}
        onChange={(value) => form.setSpeakers(AskedSpeakers.parse(Number(value) || value))}
      />
    </div>
  )
}

const NO_SPEAKERS = {
  missing: 'If several people speak, say who says what in the editor.',
  too_long: 'Speakers are distinguished in videos of up to two hours. In this one, say who speaks in the editor.',
}

const SPEAKERS: readonly SelectOption<string>[] = [
  { value: 'auto', label: 'Find out how many people' },
  { value: 'off', label: 'Do not tell speakers apart' },
  ...Array.from({ length: MOST_SPEAKERS - 1 }, (_, at) => ({ value: String(at + 2), label: `${at + 2} people` })),
]

/** Names the template or look of the new captions, which the creator may still give up. */
function FirstLook({ kind, name, onDecline, isFinal = false }: ChosenStart) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span>
        Your captions start in {kind === 'look' ? 'your look' : 'the template'}{' '}
        <span className="font-medium text-text">{name}</span>.
      </span>
      {!isFinal && (
        <Button size="sm" variant="ghost" onClick={onDecline}>
          Use the usual one
        </Button>
      )}
    </p>
  )
}

/** Names the engine that will listen and its expected quality. */
function EngineLine({ form: { engine }, onlyLanguage }: { form: Form; onlyLanguage: string | undefined }) {
  if (engine === undefined)
    return (
      <Notice tone="warning">No installed engine knows this language. Choose another one, or paste your script.</Notice>
    )
  if (engine.host !== null) {
    return (
      <Notice tone="info" title={`Listening with ${engine.label}`}>
        The sound of this video leaves this server: it is sent to{' '}
        <span className="font-medium wrap-anywhere">{engine.host}</span>, with the names of your glossary. The picture
        stays here.
      </Notice>
    )
  }
  if (engine.quality === 'draft') {
    return (
      <Notice tone="info" title={engine.label}>
        The built-in listener{onlyLanguage !== undefined && <> understands {onlyLanguage} only and</>} gets most words
        of clear speech right. Expect to correct some: those it doubts are underlined. With your own script every word
        is right from the start.
      </Notice>
    )
  }
  return (
    <p className="text-sm text-muted">
      Listening with <span className="font-medium text-text">{engine.label}</span>.
    </p>
  )
}

/** How far a better engine is. */
function Coming({ model: { label, languages, progress } }: { model: ComingModel }) {
  return (
    <div className="max-w-md">
      <ProgressBar
        label={`${label} is being installed`}
        value={progress}
        detail={`It gets more words right${languages.length > 1 ? `, in ${languages.length} languages` : ''}. You need not wait: captions that you start once it is here use it.`}
      />
    </div>
  )
}

function Refusal({ form: { refusal }, renderMoreCredits }: { form: Form; renderMoreCredits: MoreCredits | undefined }) {
  if (refusal === undefined) return null
  const { current, required } = refusal.details
  if (refusal.code === 'insufficient_credits' && typeof current === 'number' && typeof required === 'number') {
    return <Insufficient current={current} required={required} renderMoreCredits={renderMoreCredits} />
  }
  return <Notice tone="error">{refusal.message}</Notice>
}

function priceText(price: number, quote: TranscriptionQuote): string {
  if (price === 0) return 'free'
  return isPriced(quote) ? pluralize(price, 'credit') : `${pluralize(price, 'credit')} per ${PRICED_MINUTES} min`
}

/** Whether the length of the video, and so the price, is known. */
function isPriced({ durationMs }: TranscriptionQuote): boolean {
  return durationMs > 0
}

function NotPriced() {
  return `They start once the length of your video is measured, and cost ${captionPrice(0)} credits for each started ${PRICED_MINUTES} minutes.`
}

/** Whose credits are spent and how many are left; a collaborator never sees the owner's balance. */
function Spent({ quote: { available, credits, enough, limitLeft } }: { quote: TranscriptionQuote }) {
  if (available === null)
    return `The credits are the owner’s, who sees that you spent them.${limitLeft === null ? '' : ` You may spend ${formatNumber(limitLeft)} more this month.`}`
  return enough
    ? `You have ${formatNumber(available)}, ${formatNumber(available - credits)} left after.`
    : `You have ${formatNumber(available)}.`
}

/** Whether the captions cost more than the owner lets a collaborator spend this month. */
function isOverLimit({ limitLeft, credits }: TranscriptionQuote): boolean {
  return limitLeft !== null && credits > limitLeft
}

function Short({ quote, renderMoreCredits }: Pick<Props, 'quote' | 'renderMoreCredits'>) {
  const { available, credits, limitLeft } = quote
  if (isOverLimit(quote))
    return (
      <Notice tone="error" title="You have reached your monthly limit">
        This video costs {pluralize(credits, 'credit')}, and the owner lets you spend {formatNumber(limitLeft ?? 0)}{' '}
        more this month. Ask them to raise your limit.
      </Notice>
    )
  if (available !== null)
    return <Insufficient current={available} required={credits} renderMoreCredits={renderMoreCredits} />
  return (
    <Notice tone="error" title="The owner does not have enough credits">
      This video costs {pluralize(credits, 'credit')}, and they are the owner’s. Ask them to get more.
    </Notice>
  )
}

type Shortage = { current: number; required: number; renderMoreCredits: MoreCredits | undefined }

function Insufficient({ current, required, renderMoreCredits }: Shortage) {
  return (
    <>
      <Notice tone="error" title="Insufficient credits">
        This video costs {pluralize(required, 'credit')} and you have {formatNumber(current)}.
        {cutAdvice(current, required)}
      </Notice>
      {renderMoreCredits?.(required - current)}
    </>
  )
}

/** Suggest a shorter cut only if it costs less: no video costs less than the first span. */
function cutAdvice(current: number, required: number): string {
  const least = captionPrice(0)
  if (required <= least) return ''
  const affordable = Math.floor(current / least) * PRICED_MINUTES
  return affordable > 0
    ? ` A cut of up to ${pluralize(affordable, 'minute')} is within your credits.`
    : ` Captions cost ${least} credits for each started ${PRICED_MINUTES} minutes, so a shorter cut costs less.`
}

const PRICED_MINUTES = PRICED_SPAN_MS / 60_000

const SOURCES: readonly { value: SourceKind; label: string; icon: ReactNode }[] = [
  { value: 'speech', label: 'Listen to the speech', icon: <AudioLines aria-hidden="true" /> },
  { value: 'script', label: 'Paste your script', icon: <FileText aria-hidden="true" /> },
  { value: 'subtitles', label: 'Upload captions', icon: <Captions aria-hidden="true" /> },
]
