// How the page looks and sounds on this device.
import { keep, kept } from "./keep";

export const THEMES = ["wood", "green", "contrast", "monkeys"] as const;
export type Theme = (typeof THEMES)[number];

class Settings {
  theme = $state<Theme>(THEMES.find((theme) => theme === kept("theme")) ?? "wood");
  sound = $state(kept("sound") !== "off");
  coordinates = $state(kept("coordinates") !== "off");

  setTheme(theme: Theme) {
    this.theme = theme;
    keep("theme", theme);
  }

  setSound(on: boolean) {
    this.sound = on;
    keep("sound", on ? "on" : "off");
  }

  setCoordinates(on: boolean) {
    this.coordinates = on;
    keep("coordinates", on ? "on" : "off");
  }
}

export const settings = new Settings();
