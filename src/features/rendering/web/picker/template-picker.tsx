import { type KeyboardEvent, memo, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { type CaptionDocument, MAIN_STYLE, type TemplateRef } from '#features/captions/model/index.ts'
import {
  type LookPatch,
  nearestTemplate,
  newestOf,
  PUBLISHED,
  type SavedLook,
  type Template,
} from '#features/templates/model/index.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { CaptionTrack } from '../../model/index.ts'
import { Collection } from '../collection/collection.tsx'
import { moveInGrid } from './move-in-grid.ts'
import { noteRecentTemplate } from './recent-templates.ts'
import { useSampleTrack } from './sample-track.ts'
import { TemplateCard } from './template-card.tsx'
import { type TemplateFilter, TemplateFilters } from './template-filters.tsx'
import { TemplateVersionNotice } from './template-version-notice.tsx'
import { useTemplateSearch } from './use-template-search.ts'

/** The ids of the starred templates, and how to change them. */
export type FavouriteTemplates = {
  readonly ids: readonly string[]
  set(ids: readonly string[]): void
}

/** Props of {@link TemplatePicker}. */
export type TemplatePickerProps = {
  readonly document: CaptionDocument
  readonly value: TemplateRef
  onChange(template: TemplateRef): void
  /** All published versions of all templates. Default: the shipped ones. */
  readonly published?: readonly Template[]
  /** Default: no stars. */
  readonly favourites?: FavouriteTemplates
  /** Gives all captions a look that the account saved. Default: saved looks are not offered. */
  onLook?(look: SavedLook): void
}

/**
 * The templates, each playing on the creator's words: the selected one in the version of the captions, the others in
 * their newest version. One row that scrolls leaves room for the controls below; “Show all” opens the whole list with a
 * search and filters. Arrow keys move, Enter chooses: with forty templates, a move must not be an edit.
 */
export function TemplatePicker({ document: captions, ...choice }: TemplatePickerProps) {
  return (
    <Choice {...choice} media={captions.media} style={captions.styles[MAIN_STYLE]} sample={useSampleTrack(captions)} />
  )
}

type ChoiceProps = Omit<TemplatePickerProps, 'document'> & {
  readonly media: CaptionDocument['media']
  readonly sample: CaptionTrack
  /** The changes of all captions. */
  readonly style: LookPatch | undefined
}

/** Most edits change no words of the sample, and then render nothing here. */
const Choice = memo(function Choice({ sample, value, onChange, published = PUBLISHED, ...o }: ChoiceProps) {
  const { media, onLook, favourites, style = NO_CHANGE } = o
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const [isWhole, setIsWhole] = useState(false)

  function use(template: TemplateRef) {
    onChange(template)
    // The pressed button disappears with its notice, so focus the templates.
    fieldset.current?.focus()
  }

  const templates = newestOf(published).map((newest) =>
    newest.id === value.id ? nearestTemplate(value, published) : newest,
  )
  const search = useTemplateSearch(templates, favourites?.ids ?? null)
  return (
    <fieldset ref={fieldset} tabIndex={-1} className="grid min-w-0 gap-3">
      <legend className="sr-only">Templates</legend>
      <div className="flex items-center justify-between">
        <p aria-hidden="true" className="font-display text-lg font-semibold">
          Templates
        </p>
        <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : 'Show all'}
        </Button>
      </div>
      <TemplateVersionNotice
        key={`${value.id} ${value.version}`}
        value={value}
        published={published}
        media={media}
        sample={sample}
        onChange={use}
      />
      {isWhole && (
        <TemplateFilters
          query={search.query}
          filter={search.filter}
          offered={search.offered}
          onQuery={search.setQuery}
          onFilter={search.setFilter}
        />
      )}
      {isWhole && search.found.length === 0 && <NoTemplates filter={search.filter} onClear={search.clear} />}
      <Cards
        templates={isWhole ? search.found : templates}
        isWhole={isWhole}
        sample={sample}
        value={value}
        onChange={onChange}
        {...(favourites !== undefined && { favourites })}
      />
      {onLook !== undefined && (!isWhole || search.filter === 'all') && (
        <Collection
          sample={sample}
          query={isWhole ? search.query : ''}
          isWhole={isWhole}
          media={media}
          current={{ template: value, patch: style }}
          onUse={onLook}
        />
      )}
    </fieldset>
  )
})

const NO_CHANGE: LookPatch = {}

type CardsProps = Pick<TemplatePickerProps, 'value' | 'onChange' | 'favourites'> & {
  readonly templates: readonly Template[]
  readonly isWhole: boolean
  readonly sample: CaptionTrack
}

function Cards({ templates, isWhole, sample, value, onChange, favourites }: CardsProps) {
  const group = useId()
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(value.id)
  useEffect(() => showChosen(list.current), [isWhole])

  const choose = useCallback(
    ({ id, version }: Template) => {
      noteRecentTemplate(id)
      onChange({ id, version })
    },
    [onChange],
  )
  const star = useFavouriteChange(favourites)

  return (
    <>
      {isWhole && (
        <p role="status" className="sr-only">
          {templates.length === 1 ? '1 template' : `${templates.length} templates`}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the radio buttons in it */}
      <div
        ref={list}
        onKeyDown={(event) => moveOrChoose(event, list)}
        className={classNames(
          'grid gap-2',
          isWhole
            ? 'grid-cols-2 @lg:grid-cols-3'
            : '-mx-4 auto-cols-[8.5rem] grid-flow-col overflow-x-auto px-4 py-1 [scrollbar-width:thin]',
        )}
      >
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            sample={sample}
            group={group}
            isChosen={template.id === value.id}
            isCurrent={template.id === current}
            isFavourite={favourites?.ids.includes(template.id) ?? null}
            isDescribed={isWhole}
            onChoose={choose}
            onFavourite={star}
            onCurrent={setCurrent}
          />
        ))}
      </div>
    </>
  )
}

/** Stars or unstars a template; the same function for the life of the picker, so that cards stay as they are. */
function useFavouriteChange(favourites: FavouriteTemplates | undefined) {
  const latest = useRef(favourites)
  useEffect(() => {
    latest.current = favourites
  })
  return useCallback((id: string, isFavourite: boolean) => {
    const others = (latest.current?.ids ?? []).filter((other) => other !== id)
    latest.current?.set(isFavourite ? [...others, id] : others)
  }, [])
}

/** Arrow keys move between the templates without choosing; Enter chooses, and so does Space, as in any radio button. */
function moveOrChoose(event: KeyboardEvent, list: RefObject<HTMLElement | null>): void {
  const { target, key } = event
  if (!(target instanceof HTMLInputElement)) return
  if (key === 'Enter') {
    event.preventDefault()
    target.click()
    return
  }
  const to = moveInGrid(key, [...(list.current?.querySelectorAll('input') ?? [])], target)
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}

function NoTemplates({ filter, onClear }: { filter: TemplateFilter; onClear(): void }) {
  return (
    <EmptyState
      title={filter === 'favourites' ? 'No favourites here' : 'No template found'}
      action={
        <Button size="sm" variant="secondary" onClick={onClear}>
          Show all templates
        </Button>
      }
    >
      {filter === 'favourites' ? 'Press the star on a template to keep it here.' : 'Try another word or filter.'}
    </EmptyState>
  )
}

/** Scrolls the row to the chosen template, and nothing else: `scrollIntoView` would also move the page. */
function showChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector('input:checked')?.parentElement
  if (!list || !chosen) return
  const [view, own] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()]
  list.scrollLeft += own.left + own.width / 2 - view.left - view.width / 2
}
