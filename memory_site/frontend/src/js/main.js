import "./dialogs.js";
import "./keys.js";
import "./palette.js";
import "./clipboard.js";
import "./theme.js";
import "./toasts.js";
import "./search.js";
import "./inbox.js";
