// Behind the link of somebody who knows you: once it is said, the lobby shows both.

document.getElementById("accept")?.addEventListener("answered", () => {
  location.href = "/lobby";
});
