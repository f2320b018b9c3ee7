import { createApp } from "vue";
import App from "./App.vue";

const order = new URLSearchParams(location.search).get("order") ?? "A-1001";
createApp(App, { order }).mount("#app");
