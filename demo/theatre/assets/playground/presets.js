/** Ready-made themes: the custom properties without their prefix, and the background that they were made for. */
export const presets = {
  larimar: { accent: "#0b6f7c", radius: "1.5", background: "light" },
  ambar: { accent: "#f2a93b", radius: "0.5" },
  cacao: { accent: "#5b3a29", radius: "0", font: "Rockwell, 'DejaVu Serif', serif", background: "light" },
  noche: {
    accent: "#9db8ff",
    success: "#4ade80",
    warning: "#fbbf24",
    danger: "#f87171",
    radius: "2",
    background: "dark",
  },
};
