declare module "virtual:catalogue/names" {
  /** Every language's own name. */
  const names: { ru: string; uk: string; en: string };
  export default names;
}
declare module "virtual:catalogue/*" {
  /** The page's messages in one language, as Fluent text. */
  const text: string;
  export default text;
}
