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
export { type ColorField, LOOK_GROUPS, type LookPath, type SliderField } from './look-field.ts'
export {
  type DescribedField,
  type DescribedItemField,
  describeItem,
  describeLook,
  LOOK_FIELDS,
  patchAt,
} from './look-fields.ts'
export { padded } from './effects/box-effect.ts'
export type { Placement } from './effects/enter-effect.ts'
export type { CastShadow, Ink } from './effects/ink-effect.ts'
export {
  activeReach,
  boxPlaces,
  boxPose,
  boxReach,
  captionPose,
  entranceReach,
  followsWords,
  hidesUnspoken,
  inkPose,
  inkReach,
  isActiveMoving,
  wordPose,
} from './effects/poses.ts'
export { FONT_FAMILIES, FONT_WEIGHTS, Look } from './look.ts'
export { LookPatch, mergePatches } from './look-patch.ts'
export { Template, withReducedMotion } from './template.ts'
export { Color } from './units.ts'
