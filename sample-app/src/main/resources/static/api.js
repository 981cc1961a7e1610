// Asks the sample, and says in words what went wrong.

const UNREACHABLE = 'The sample does not answer. Is it still running?';

export async function ask(method, path, parameters = {}) {
	let answer;
	try {
		answer = await fetch(`${path}?${new URLSearchParams(parameters)}`, { method, headers: { Accept: 'application/json' } });
	}
	catch {
		throw new Error(UNREACHABLE);
	}
	const text = await answer.text();
	const body = text ? parsed(text) : {};
	if (!answer.ok) {
		throw new Error(body.detail || `The sample answered ${answer.status}.`);
	}
	return body;
}

function parsed(text) {
	try {
		return JSON.parse(text);
	}
	catch {
		return {};
	}
}

export function say(element, words, bad = false) {
	element.textContent = words;
	element.classList.toggle('bad', bad);
}

export function element(name, ...children) {
	const made = document.createElement(name);
	made.append(...children);
	return made;
}
