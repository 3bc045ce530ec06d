import { useMemo, useState } from 'react'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { useEditor } from '../store/editor-context.ts'
import { Differences } from './differences.tsx'
import { Passages } from './passages.tsx'
import { differencesIn } from './settle-difference.ts'

/** The differences between a script and its sound, and the words that a new cut lost. */
export function SetAsideBar() {
  const doc = useEditor((state) => state.doc)
  const { differences, aside, unscripted } = useMemo(() => {
    const texts = doc.setAside ?? []
    const pairs = differencesIn(doc)
    const alone = texts.filter((text) => pairs.every(({ recognised }) => recognised !== text))
    return {
      differences: pairs,
      aside: alone.filter(({ why }) => why !== 'not-in-script'),
      unscripted: alone.filter(({ why }) => why === 'not-in-script'),
    }
  }, [doc])
  // One list at a time leaves room for the transcript.
  const [open, setOpen] = useState<SetAsideList>()
  const listOf = (list: SetAsideList) => ({
    isOpen: open === list,
    onToggle: () => setOpen(open === list ? undefined : list),
  })
  return (
    // Gives way to the transcript where both find no room.
    <div data-lists-aside className="flex min-h-0 flex-col overflow-y-auto overscroll-contain">
      {differences.length > 0 && <Differences {...listOf('differences')} differences={differences} />}
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
    </div>
  )
}

type SetAsideList = 'differences' | 'aside' | 'unscripted'
