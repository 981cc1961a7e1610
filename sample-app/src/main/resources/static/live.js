// Live: the same events and endpoint that operators use.

import { ask, element, say } from './api.js';
import { ANSWERS, axis, chart, color, css, theme } from './charts.js';

const TOLD_MILLIS = 20_000;
const SLOW_MILLIS = 1500;
const CALLS_PER_SECOND = 40;
const POINTS = 120;

const EVENTS = {
	LOCK_WON: 'This instance won a lock.',
	LOCK_FILLED: 'It stored what it had read and gave the lock up.',
	LOCK_LOST: 'A lock was no longer ours: nothing was stored.',
	SOURCE_FAILED: 'A read of the source failed.',
	TOOK_OVER: 'A caller that waited took the lock over.',
	REDIS_FAILED: 'Redis did not answer.',
};

const PHASES = {
	NONE: '',
	STARTING: 'A second instance is starting; it takes a few seconds …',
	HOLDING: 'The second instance holds the lock of EMS7 and reads the source. Kill it.',
	KILLED: 'Twenty callers here wait for an instance that is dead, until its lock runs out …',
	TAKEN_OVER: '',
	FAILED: 'The second instance ended before it held the lock.',
};

const get = (id) => document.getElementById(id);
const status = get('live-status');

let plots;
let stream;
let last;
let winnerPhase = 'NONE';

export function startLive() {
	plots = {
		requests: bars(get('live-requests'), ['HIT', 'LOADED', 'WAITED', 'STALE', 'ERROR', 'TIMED_OUT'], (name) => ANSWERS[name].words, color),
		reads: bars(get('live-reads'), ['success', 'failure'], (name) => (name === 'success' ? 'successful' : 'failed'),
			(name) => css(name === 'success' ? 'c-read' : 'c-refused')),
		waits: lines(get('live-waits')),
	};
	press('live-load', (pressed) => ask('POST', 'demo/load', { callsPerSecond: pressed ? CALLS_PER_SECOND : 0 }));
	press('live-slow', (pressed) => trouble(pressed, get('live-break').ariaPressed === 'true'));
	press('live-break', (pressed) => trouble(get('live-slow').ariaPressed === 'true', pressed));
	press('live-pause', async (pressed) => (pressed ? leave() : watch()));
	click('live-redis', () => ask('POST', 'demo/redis', { running: !last.redis.running }));
	click('live-winner', () => ask('POST', 'demo/winner'));
	click('live-kill', () => ask('DELETE', 'demo/winner'));
	watch();
}

function trouble(slow, broken) {
	return ask('POST', 'demo/source', { latencyMillis: slow ? SLOW_MILLIS : 0, broken });
}

function press(id, action) {
	const button = get(id);
	button.addEventListener('click', async () => {
		const pressed = button.ariaPressed !== 'true';
		button.ariaPressed = String(pressed);
		await tried(() => action(pressed));
	});
}

function click(id, action) {
	get(id).addEventListener('click', () => tried(action));
}

async function tried(action) {
	try {
		await action();
		if (status.classList.contains('bad')) {
			say(status, '');
		}
	}
	catch (failure) {
		say(status, failure.message, true);
	}
}

function watch() {
	stream = new EventSource('demo/live');
	stream.addEventListener('state', (event) => show(JSON.parse(event.data)));
	stream.addEventListener('error', () => say(status, 'The sample does not answer; this page tries again.', true));
	stream.addEventListener('open', () => say(status, ''));
}

function leave() {
	stream.close();
	last = undefined;
}

function show(state) {
	if (!state.cache) {
		say(status, 'The endpoint “stampede” is not exposed, so there is nothing to be seen here.', true);
		return;
	}
	if (last) {
		push(state, last);
	}
	last = state;
	tiles(state);
	buttons(state);
	log(state.events);
	winner(state.winner);
}

function tiles({ instance, store, cache, key, redis }) {
	set('tile-redis', redis.embedded && !redis.running ? 'stopped' : store.toLowerCase().replace('_', ' '));
	set('tile-entry', entryWords(key.entry));
	set('tile-lock', lockWords(key.lock, instance));
	set('tile-reads', cache.sourceReads.success);
	set('tile-failures', cache.sourceReads.failure);
	set('tile-waits', sum(cache.waits));
	set('tile-takeovers', cache.waits.took_over);
	set('tile-flights', cache.flights);
}

function entryWords(entry) {
	if (entry.state === 'fresh') {
		return `fresh for ${seconds(entry.freshForMillis)}`;
	}
	return entry.state === 'stale' ? `stale, kept for ${seconds(entry.staleForMillis)}` : entry.state;
}

function lockWords(lock, self) {
	if (lock.state === 'held') {
		return `held ${lock.holder === self ? 'here' : `by ${lock.holder}`}, ${seconds(lock.remainingMillis)} left`;
	}
	return lock.state === 'backoff' ? `no reads for ${seconds(lock.remainingMillis)}` : lock.state;
}

function seconds(millis) {
	return `${(millis / 1000).toFixed(1)} s`;
}

function set(id, value) {
	get(id).textContent = String(value);
}

function sum(counts) {
	return Object.values(counts).reduce((total, count) => total + count, 0);
}

function buttons(state) {
	get('live-load').ariaPressed = String(state.callsPerSecond > 0);
	get('live-slow').ariaPressed = String(state.source.latencyMillis > 0);
	get('live-break').ariaPressed = String(state.source.broken);
	get('live-redis').disabled = !state.redis.embedded;
	const stopped = state.redis.embedded && !state.redis.running;
	get('live-redis').textContent = stopped ? 'Start Redis' : 'Stop Redis';
	get('live-winner').disabled = stopped || ['STARTING', 'HOLDING', 'KILLED'].includes(state.winner.phase);
	get('live-kill').disabled = state.winner.phase !== 'HOLDING';
}

function winner({ phase, pid, served, slowestMillis }) {
	if (phase !== winnerPhase) {
		winnerPhase = phase;
		say(status, phase === 'TAKEN_OVER'
			? `Process ${pid} was killed. One caller took over, all ${served} have their value, the slowest after ${seconds(slowestMillis)}.`
			: PHASES[phase]);
		if (phase === 'TAKEN_OVER') {
			setTimeout(() => winnerPhase === phase && say(status, ''), TOLD_MILLIS);
		}
	}
}

function log(events) {
	if (events.length > 0) {
		get('live-log').replaceChildren(...events.slice().reverse().map((event) => {
			const time = element('time', new Date(event.atMillis).toLocaleTimeString([], { hour12: false }));
			return element('li', time, EVENTS[event.what] ?? event.what);
		}));
	}
}

function push(state, before) {
	const grown = (now, then, name) => Math.max(0, (now[name] ?? 0) - (then[name] ?? 0));
	const { cache } = state;
	add(plots.requests, (name) => grown(cache.requests, before.cache.requests, name.toLowerCase()));
	add(plots.reads, (name) => grown(cache.sourceReads, before.cache.sourceReads, name));
	const held = [state.key, state.doomed].filter((key) => key.lock.state === 'held').length;
	const values = { waits: sum(cache.waits) - sum(before.cache.waits), flights: cache.flights, locks: held };
	add(plots.waits, (name) => values[name]);
}

function add(plot, value) {
	for (const dataset of plot.data.datasets) {
		dataset.data.shift();
		dataset.data.push(value(dataset.name));
	}
	plot.update('none');
}

function bars(canvas, names, words, paintOf) {
	return moving(canvas, 'bar', names.map((name) => ({ name, label: words(name) })), true, paintOf);
}

function lines(canvas) {
	const names = { waits: 'waits ended', flights: 'flights', locks: 'locks held' };
	const styles = { waits: [], flights: [6, 3], locks: [2, 2] };
	const colors = { waits: 'c-waited', flights: 'c-default', locks: 'c-read' };
	return moving(canvas, 'line', Object.keys(names).map((name) => ({
		name, label: names[name], borderDash: styles[name], pointRadius: 0, borderWidth: 2, stepped: true,
	})), false, (name) => css(colors[name]));
}

function moving(canvas, type, datasets, stacked, paintOf) {
	const empty = () => new Array(POINTS).fill(null);
	return chart(canvas, {
		type,
		data: {
			labels: Array.from({ length: POINTS }, (unused, index) => (index - POINTS + 1) / 2),
			datasets: datasets.map((dataset) => ({ ...dataset, data: empty(), barPercentage: 1, categoryPercentage: 0.85 })),
		},
		options: {
			events: [],
			plugins: { legend: { display: true, position: 'bottom', align: 'start', labels: { boxWidth: 14, boxHeight: 10, padding: 12, usePointStyle: type === 'line', pointStyle: 'line' } } },
			scales: {
				x: axis('', { stacked, grid: { display: false }, ticks: { autoSkip: false, maxRotation: 0,
					callback: (value, index) => ((POINTS - 1 - index) % 30 === 0 ? (index === POINTS - 1 ? 'now' : `−${(POINTS - 1 - index) / 2} s`) : null) } }),
				y: axis('', { stacked, beginAtZero: true, suggestedMax: 4, ticks: { precision: 0, maxTicksLimit: 5, padding: 6 } }),
			},
		},
	}, (plot) => {
		theme(plot);
		plot.options.plugins.legend.labels.color = css('ink');
		for (const dataset of plot.data.datasets) {
			const own = paintOf(dataset.name);
			dataset.backgroundColor = own;
			dataset.borderColor = own;
		}
	});
}
