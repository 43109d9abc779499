import { mount } from "svelte";
import "./fonts.css";
import "./themes.css";
import "./app.css";
import App from "./App.svelte";
import { preferred, speak } from "./lib/words.svelte";

await speak(preferred());
const target = document.getElementById("page")!;
target.textContent = "";
mount(App, { target });
