import { useState } from 'react'
import { findTemplates, tagsOf, type Template } from '#features/templates/model/index.ts'
import { recentTemplates } from './recent-templates.ts'
import { tagsAmong, type TemplateFilter } from './template-filters.tsx'

/**
 * The templates that a search and a filter leave.
 * @param favourites the ids of the starred templates; null where favourites are not kept
 */
export function useTemplateSearch(templates: readonly Template[], favourites: readonly string[] | null) {
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<TemplateFilter>('all')
  // As they were when the picker opened: a list that reorders itself under the pointer is hard to use.
  const [recent] = useState(recentTemplates)
  const ids = templates.map(({ id }) => id)
  const offered: TemplateFilter[] = [
    'all',
    ...(favourites === null ? [] : (['favourites'] as const)),
    ...(recent.some((id) => ids.includes(id)) ? (['recent'] as const) : []),
    ...tagsAmong(ids),
  ]
  return {
    query,
    setQuery,
    filter,
    setFilter,
    offered,
    found: findTemplates(narrowed(templates, filter, { favourites: favourites ?? [], recent }), query),
    clear() {
      setQuery('')
      setFilter('all')
    },
  }
}

type Lists = { readonly favourites: readonly string[]; readonly recent: readonly string[] }

function narrowed(templates: readonly Template[], filter: TemplateFilter, { favourites, recent }: Lists) {
  if (filter === 'all') return templates
  if (filter === 'favourites') return templates.filter(({ id }) => favourites.includes(id))
  if (filter === 'recent') return recent.flatMap((wanted) => templates.find(({ id }) => id === wanted) ?? [])
  return templates.filter(({ id }) => tagsOf(id).includes(filter))
}
