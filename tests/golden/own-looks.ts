import { trackOf } from '#features/rendering/model/index.ts'
import { MAIN_STYLE } from '#features/captions/model/index.ts'
import { applyPatches, nearestTemplate, readTemplateFile, surpriseLook, TEMPLATES, writeTemplateFile } from '#features/templates/model/index.ts'
import { documentOf } from '../support/captions.ts'
import type { Sitting } from './parity-page.ts'

type Order = Pick<Sitting, 'track' | 'template'>

const DOCUMENT = documentOf('never mind the gap and keep on going until the end')

/** Looks as their files bring them: on a document, and as the whole template that cards preview. */
export const OWN_LOOKS: readonly { readonly name: string; readonly inDocument: Order; readonly asTemplate: Order }[] = [3, 11, 19, 27, 35].map((at) => {
  const { id, version } = TEMPLATES[at] ?? DOCUMENT.template
  const written = writeTemplateFile({ name: `From ${id}`, look: { template: { id, version }, patch: surpriseLook(at) } })
  const { name, look } = readTemplateFile(written)
  const template = nearestTemplate(look.template)
  const document = { ...DOCUMENT, template: look.template, styles: { [MAIN_STYLE]: look.patch } }
  return {
    name,
    inDocument: { track: trackOf(document), template },
    asTemplate: { track: trackOf(DOCUMENT), template: { ...template, ...applyPatches(template, [look.patch]) } },
  }
})
