import "@ventanilla/element/define";
import "./order.js";
