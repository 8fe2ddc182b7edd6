// Somebody who uses index.html: enters each puzzle of the address, and tells the
// server what the page shows then. It comes before the page, to hear of its errors.
"use strict";

// A browser that is to print the page waits for all its images. The server sends
// this one once it was told what the page shows.
const held = new Image();
held.src = "held";

let told = false;
function tell(text) {
	if (!told) fetch("shown", { method: "POST", body: text });
	told = true; // the first error says most
}
addEventListener("error", event => tell(event.message));
addEventListener("unhandledrejection", event => tell(String(event.reason)));

function use() {
	const button = document.querySelector("button");
	if (!button || button.disabled) return setTimeout(use, 10); // not loaded yet
	let shown = "";
	for (const puzzle of new URLSearchParams(location.search).getAll("puzzle")) {
		document.querySelector("textarea").value = puzzle;
		button.click();
		shown += document.querySelector("output").textContent + "\n";
	}
	tell(shown);
}
use();
