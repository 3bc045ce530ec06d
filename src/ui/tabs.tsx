import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

/** One tab and its panel. */
export type Tab<Id extends string> = { id: Id; label: string; icon?: ReactNode; panel: ReactNode }

/** Props of {@link Tabs}. */
export type TabsProps<Id extends string> = {
  /** The name of the tab list, for screen readers. */
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** Class of the visible panel, for example to make it scroll. */
  panelClassName?: string
  className?: string
}

/** Views in one place, one visible at a time. Arrow keys, Home and End move between the tabs. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, panelClassName, className }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tabList = list.current
    if (tabList === null) return
    // Calls back at once, after the page is laid out: measuring here would lay it out before its time.
    const observer = new ResizeObserver(() => showTab(tabList, value))
    observer.observe(tabList)
    return () => observer.disconnect()
  }, [value, tabs.length])

  function steer(event: KeyboardEvent) {
    const next = tabAfter(
      event.key,
      tabs.findIndex((tab) => tab.id === value),
      tabs,
    )
    if (next === undefined) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <div className={classNames('flex min-h-0 flex-col', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={steer}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-border [container-type:inline-size]"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-tab={tab.id}
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className="-mb-px flex h-10 items-center gap-2 whitespace-nowrap border-b-2 border-transparent px-3 text-sm font-medium text-muted outline-offset-[-3px] transition-colors hover:text-text aria-selected:border-accent aria-selected:text-text pointer-coarse:h-11 [&_svg]:size-4 @max-sm:[&_svg]:hidden"
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}-panel`}
          aria-labelledby={`${id}-${tab.id}`}
          hidden={tab.id !== value}
          className={classNames('min-h-0', panelClassName)}
        >
          {tab.id === value && tab.panel}
        </div>
      ))}
    </div>
  )
}

/** Scrolls the tabs alone: `scrollIntoView` would also move the page. */
function showTab(list: HTMLElement, id: string): void {
  const tab = list.querySelector<HTMLElement>(`[data-tab="${id}"]`)
  if (!tab || list.scrollWidth <= list.clientWidth) return
  const start = tab.offsetLeft - list.offsetLeft
  const end = start + tab.offsetWidth
  if (start < list.scrollLeft) list.scrollLeft = start
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth
}

function tabAfter<Id extends string>(key: string, here: number, tabs: readonly Tab<Id>[]): Tab<Id> | undefined {
  if (key === 'ArrowRight') return tabs[(here + 1) % tabs.length]
  if (key === 'ArrowLeft') return tabs.at(here - 1)
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs.at(-1)
  return undefined
}
