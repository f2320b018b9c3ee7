import { mount } from "svelte";
import App from "./App.svelte";

const order = new URLSearchParams(location.search).get("order") ?? "A-1001";
mount(App, { target: document.getElementById("app"), props: { order } });
