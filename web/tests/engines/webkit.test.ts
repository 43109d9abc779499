import { flows } from "./flows";
import { launchWebkit, webkit } from "./webkit";

flows("webkit", webkit(), launchWebkit);
