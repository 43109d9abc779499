import { firefox, launchFirefox } from "./firefox";
import { flows } from "./flows";

flows("firefox", firefox(), launchFirefox);
