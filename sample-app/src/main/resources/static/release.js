// Releasing a lock.

import { ask, element } from './api.js';

const NAMES = { first: 'the first caller', second: 'the second caller', third: 'the third caller' };

export function startRelease() {
	for (const card of document.querySelectorAll('.way')) {
		card.querySelector('button').addEventListener('click', () => run(card));
	}
	document.getElementById('release-ownership').addEventListener('change', () => {
		document.querySelectorAll('.way .steps').forEach((steps) => steps.replaceChildren());
	});
}

async function run(card) {
	const ownership = document.querySelector('input[name=ownership]:checked').value;
	const button = card.querySelector('button');
	const steps = card.querySelector('.steps');
	button.disabled = true;
	try {
		steps.replaceChildren(...shown(await ask('POST', 'demo/release', { ownership, way: card.dataset.way })));
	}
	catch (failure) {
		const words = element('p', failure.message);
		words.className = 'bad-text';
		steps.replaceChildren(words);
	}
	finally {
		button.disabled = false;
		button.focus({ preventScroll: true });
	}
}

function shown(report) {
	const list = element('ol',
		step('the key', code(report.lockKey)),
		step('the token of the first caller', code(report.token)),
		step('GET finds', code(report.found ?? 'nothing')),
		step('are they equal?', report.matches ? 'yes' : 'no', report.way === 'PLAIN_DEL' ? ' – but nobody asked' : ''),
		step('does the delete fire?', report.reply === 1 ? 'yes, 1 key is gone' : 'no, 0 keys are gone'),
		step('who holds the lock now', report.holderAfter ? `${holder(report.holderAfter)}, still` : 'nobody'),
		step('a third caller asks for it', report.thirdWon ? 'and wins it' : 'and is told that it is held'));
	const harmless = report.matches || report.reply === 0;
	const verdict = element('p', `${harmless ? '✓' : '✗'} ${words(report)}`);
	verdict.className = `verdict ${harmless ? 'good' : 'bad'}`;
	return [list, verdict];
}

function words(report) {
	if (report.matches) {
		return 'The lock was its own, and is free for the next.';
	}
	return report.reply === 0 ? 'The second caller’s lock is safe: one reader.'
		: 'The second caller’s lock is gone while it reads: now two callers read the source.';
}

function holder(token) {
	return NAMES[token.split(':')[0]];
}

function step(what, ...content) {
	return element('li', element('span', what), element('span', ...content));
}

function code(text) {
	return element('code', text);
}
