import { tagsOf } from './catalogue.ts'
import { TEMPLATE_TAGS } from './template-tags.ts'
import type { Template } from './template.ts'

/**
 * The templates whose name, description or tags contain every word of a query, in any case and without accents. Those
 * whose name starts with the query come first, then those whose name contains it; otherwise the order stays.
 * @param query what a person typed; empty finds all
 */
export function findTemplates(templates: readonly Template[], query: string): Template[] {
  const wanted = plain(query).trim()
  const words = wanted.split(/\s+/u)
  const rank = ({ name }: Template) => (plain(name).startsWith(wanted) ? 0 : plain(name).includes(wanted) ? 1 : 2)
  return templates
    .filter((template) => {
      const text = plain(textOf(template))
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

/** What has every word of a query in its name, in any case and without accents. @param query empty finds all */
export function findByName<Named extends { readonly name: string }>(named: readonly Named[], query: string): Named[] {
  const words = plain(query).trim().split(/\s+/u)
  return named.filter(({ name }) => words.every((word) => plain(name).includes(word)))
}

function textOf({ id, name, description }: Template): string {
  return [name, description, ...tagsOf(id).map((tag) => TEMPLATE_TAGS[tag])].join(' ')
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
