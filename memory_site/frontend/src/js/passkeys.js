// Makes a passkey, or signs with one, before its form is sent. Without them the form stays hidden.
const supported = window.PublicKeyCredential?.parseRequestOptionsFromJSON;

async function answer(form) {
  const options = JSON.parse(form.dataset.options);
  const credential =
    form.dataset.passkey === "create"
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  return JSON.stringify(credential.toJSON());
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !supported;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = form.querySelector("[data-passkey-problem]");
    problem.hidden = true;
    try {
      form.elements.passkey.value = await answer(form);
      form.submit();
    } catch {
      // Canceled, timed out, or known already: the browser has said which.
      problem.hidden = false;
    }
  });
}
