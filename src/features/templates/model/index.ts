export { applyPatches, type LookLayer, orderPatches } from './apply-patches.ts'
export {
  nearestTemplate,
  newestOf,
  newestTemplate,
  PUBLISHED,
  TEMPLATES,
  templateByRef,
  type TemplateVersion,
} from './catalogue.ts'
export { Color, type Ease, FONT_FAMILIES, FONT_WEIGHTS, Look, type Motion } from './look.ts'
export { type ColorField, LOOK_GROUPS, type LookPath, type SliderField } from './look-field.ts'
export {
  type DescribedField,
  type DescribedItemField,
  describeItem,
  describeLook,
  LOOK_FIELDS,
  patchAt,
} from './look-fields.ts'
export { LookPatch, mergePatches } from './look-patch.ts'
export { Template, withReducedMotion } from './template.ts'
