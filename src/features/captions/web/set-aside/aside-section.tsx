import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { VirtualList } from '#ui/virtual-list.tsx'

/** Longer lists render only the rows on screen. */
const FEW = 30

/** Whether a list above the transcript is open. */
export type Disclosure = { readonly isOpen: boolean; onToggle(): void }

/** A list above the transcript that opens below one line of text, with buttons about all of its items. */
export function AsideSection<Item>({
  label,
  summary,
  items,
  keyOf,
  renderItem,
  rowHeightPx,
  buttons,
  isOpen,
  onToggle,
}: Disclosure & {
  label: string
  summary: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** Height of a row before it is measured, px. */
  rowHeightPx: number
  /** The buttons about all items. */
  buttons: ReactNode
}) {
  const listId = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const scroller = section.current?.closest('[data-lists-aside]')
    // Not `scrollIntoView`, which may scroll the page too.
    if (isOpen && scroller) scroller.scrollTop += topOf(section.current) - topOf(scroller)
  }, [isOpen])
  const name = `${label}: passages`
  return (
    <section
      ref={section}
      aria-label={label}
      className={classNames(
        'flex shrink-0 flex-col border-b border-border bg-sunken text-sm group-data-keyboard/editor:hidden',
        isOpen && 'max-h-64',
      )}
    >
      <div className="flex shrink-0 items-center gap-2 px-3 py-1.5">
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
      <div id={listId} className={classNames(isOpen ? 'flex min-h-0 flex-col' : 'hidden')}>
        {isOpen && (
          <>
            {items.length > FEW ? (
              <VirtualList
                label={name}
                items={items}
                keyOf={keyOf}
                renderItem={renderItem}
                rowHeightPx={rowHeightPx}
                className="h-44"
              />
            ) : (
              <ul aria-label={name} className="min-h-0 overflow-y-auto overscroll-contain">
                {items.map((item) => (
                  <li key={keyOf(item)}>{renderItem(item)}</li>
                ))}
              </ul>
            )}
            <div className="flex shrink-0 justify-end gap-1 border-t border-border px-1.5 py-1">{buttons}</div>
          </>
        )}
      </div>
    </section>
  )
}

function topOf(element: Element | null): number {
  return element?.getBoundingClientRect().top ?? 0
}
