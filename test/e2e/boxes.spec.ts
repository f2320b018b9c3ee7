import { testScenes } from "./look.ts";
import { routerScenes } from "./scenes/router.ts";

testScenes(routerScenes);
