// Without scripts there is no button: the browser's menu prints, too.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
