import { ChevronDown, Play, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { AppError } from '#platform/shared/errors.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import { useActions, useEditor, useOpenEditor } from '../editor-context.ts'
import { playSpan } from '../timeline/play-span.ts'
import { putBack, type SetAside } from './put-back.ts'

const NONE: readonly SetAside[] = []
/** Longer lists render only the rows on screen. */
const FEW = 30

const REASONS: { readonly [Why in SetAside['why']]: string } = {
  'not-spoken': 'Not spoken',
  'not-in-script': 'Said, as it was heard',
  'not-in-cut': 'Not in this cut',
}

/** The differences between a script and its sound, and the words that a new cut lost. */
export function SetAsideBar() {
  const texts = useEditor(({ doc }) => doc.setAside ?? NONE)
  const aside = texts.filter(({ why }) => why !== 'not-in-script')
  const unscripted = texts.filter(({ why }) => why === 'not-in-script')
  // One list at a time leaves room for the transcript.
  const [open, setOpen] = useState<SetAsideList>()
  const listOf = (list: SetAsideList) => ({
    isOpen: open === list,
    onToggle: () => setOpen(open === list ? undefined : list),
  })
  return (
    <>
      {aside.length > 0 && (
        <Passages
          label="Set aside"
          {...listOf('aside')}
          summary={`${pluralize(aside.length, 'passage')} ${aside.length === 1 ? 'is' : 'are'} set aside`}
          texts={aside}
          all="Put all back"
          one="Put back here"
        />
      )}
      {unscripted.length > 0 && (
        <Passages
          label="Not in your script"
          {...listOf('unscripted')}
          summary={`${pluralize(unscripted.length, 'passage')} ${unscripted.length === 1 ? 'is' : 'are'} said but not in your script`}
          texts={unscripted}
          all="Add all"
          one="Add here"
        />
      )}
    </>
  )
}

type SetAsideList = 'aside' | 'unscripted'

type PassagesProps = {
  readonly label: string
  readonly summary: string
  readonly texts: readonly SetAside[]
  /** The buttons that put all of them, or one, among the words. */
  readonly all: string
  readonly one: string
  readonly isOpen: boolean
  onToggle(): void
}

function Passages({ label, summary, texts, all, one, isOpen, onToggle }: PassagesProps) {
  const { edit } = useActions()
  const put = usePutBack()
  const listId = useId()
  return (
    <section aria-label={label} className="border-b border-border bg-sunken text-sm group-data-keyboard/editor:hidden">
      <div className="flex items-center gap-2 px-3 py-1.5">
        <p className="mr-auto min-w-0">{summary}</p>
        <Button
          size="sm"
          variant="ghost"
          className="shrink-0"
          aria-expanded={isOpen}
          aria-controls={listId}
          icon={<ChevronDown aria-hidden="true" className={classNames(isOpen && 'rotate-180')} />}
          onClick={onToggle}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </div>
      <div id={listId} hidden={!isOpen} className="max-h-32 overflow-y-auto">
        {isOpen && (
          <>
            <Texts label={label} texts={texts} one={one} />
            <div className="flex justify-end gap-1 border-t border-border px-1.5 py-1">
              <Button size="sm" variant="ghost" onClick={() => put(texts)}>
                {all}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                onClick={() => edit([{ type: 'removeSetAside', ids: texts.map(({ id }) => id) }])}
              >
                Drop all
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

/** Returns how to put texts among the words at their times or at another one, in one step that undo takes back. */
function usePutBack() {
  const { store } = useOpenEditor()
  const { edit, select } = useActions()
  return (texts: readonly SetAside[], tMs?: number) => {
    const before = store.getState().doc
    if (!edit(commandsFor(before, texts, tMs))) return
    const known = new Set(before.words.map((word) => word.id))
    const first = store.getState().doc.words.find((word) => !known.has(word.id))
    if (first !== undefined) select({ focus: first.id, anchor: first.id })
  }
}

function commandsFor(...asked: Parameters<typeof putBack>) {
  try {
    return putBack(...asked)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    toast.error(error.message)
    return []
  }
}

function Texts({ label, texts, one }: Pick<PassagesProps, 'label' | 'texts' | 'one'>) {
  const name = `${label}: passages`
  if (texts.length > FEW)
    return (
      <VirtualList
        label={name}
        items={texts}
        keyOf={({ id }) => id}
        renderItem={(text) => <TextRow text={text} one={one} />}
        rowHeightPx={72}
        className="h-24"
      />
    )
  return (
    <ul aria-label={name}>
      {texts.map((text) => (
        <li key={text.id}>
          <TextRow text={text} one={one} />
        </li>
      ))}
    </ul>
  )
}

function TextRow({ text: passage, one }: { text: SetAside; one: string }) {
  const { player } = useOpenEditor()
  const { edit } = useActions()
  const put = usePutBack()
  const { id, t, text, why, wordTimes } = passage
  const time = formatMediaTime(t, 1)
  const end = wordTimes?.at(-1)?.[1]
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1 border-t border-border px-1.5 py-1">
      <Button
        size="sm"
        variant="ghost"
        className="tabular px-1.5!"
        aria-label={`Go to ${time}, where “${text}” stood`}
        onClick={() => player.seek(t)}
      >
        {time}
      </Button>
      <p className="line-clamp-3 py-1 wrap-anywhere">{text}</p>
      <div className="col-start-2 flex flex-wrap items-center gap-1">
        <p className="mr-auto text-xs text-faint">{REASONS[why]}</p>
        {end !== undefined && (
          <IconButton
            size="sm"
            label={`Play “${text}”`}
            icon={<Play />}
            onClick={() => playSpan(player, { t0: t, t1: t + end })}
          />
        )}
        <Button size="sm" variant="ghost" aria-label={`${one}: “${text}”`} onClick={() => put([passage])}>
          {one}
        </Button>
        <IconButton
          size="sm"
          label={`Add “${text}” at the playhead`}
          icon={<Plus />}
          onClick={() => put([passage], player.nowMs())}
        />
        <IconButton
          size="sm"
          label={`Drop “${text}”`}
          icon={<X />}
          onClick={() => edit([{ type: 'removeSetAside', ids: [id] }])}
        />
      </div>
    </div>
  )
}
