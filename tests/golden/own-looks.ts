import { trackOf } from '#features/rendering/model/index.ts'
import { MAIN_STYLE } from '#features/captions/model/index.ts'
import { applyPatches, type NamedLook, nearestTemplate, readTemplateFile, surpriseLook, type Template, TEMPLATES, writeTemplateFile } from '#features/templates/model/index.ts'
import { documentOf } from '../support/captions.ts'
import type { PaintRequest } from './parity-page.ts'

type Order = Pick<PaintRequest, 'track' | 'template'>

const DOCUMENT = documentOf('never mind the gap and keep on going until the end')

/** Looks as their files bring them: on a document, and as the whole template that cards preview. */
export const OWN_LOOKS: readonly { readonly name: string; readonly inDocument: Order; readonly asTemplate: Order }[] = [3, 11, 19, 27, 35].map((at) => {
  const { id, version } = TEMPLATES[at] ?? DOCUMENT.template
  const written = writeTemplateFile({ name: `From ${id}`, look: { template: { id, version }, patch: surpriseLook(at) } })
  const read = readTemplateFile(written)
  const { name, look } = read
  const document = { ...DOCUMENT, template: look.template, styles: { [MAIN_STYLE]: look.patch } }
  return {
    name,
    inDocument: { track: trackOf(document), template: nearestTemplate(look.template) },
    asTemplate: { track: trackOf(DOCUMENT), template: templateOfFile(read) },
  }
})

/** A look from a file, as the whole template that cards preview. */
export function templateOfFile({ look }: NamedLook): Template {
  const template = nearestTemplate(look.template)
  return { ...template, ...applyPatches(template, [look.patch]) }
}
