// The oldest browsers that the page promises to work in; the build writes its code for them.
export const OLDEST = ["safari15", "chrome90", "firefox115"];
