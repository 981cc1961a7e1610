// The lock race.

import { ask, element, say } from './api.js';
import { ANSWERS, axis, chart, color, css, mark, theme } from './charts.js';

const form = document.getElementById('race-form');
const button = document.getElementById('race-run');
const status = document.getElementById('race-status');
const result = document.getElementById('race-result');
const legend = document.getElementById('race-legend');
const sameAxis = document.getElementById('race-axis');

const plots = {};
let report;

export function startRace() {
	for (const slider of form.querySelectorAll('input[type=range]')) {
		slider.addEventListener('input', () => {
			slider.parentElement.querySelector('output').textContent = slider.value;
		});
	}
	form.addEventListener('change', chooseStart);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		run();
	});
	sameAxis.addEventListener('change', draw);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => report && drawLegend());
}

// A stale copy can only be served where there is one.
function chooseStart(event) {
	if (event.target.name === 'onLose' && event.target.value === 'SERVE_STALE') {
		form.elements.start.value = 'STALE';
	}
}

async function run() {
	button.disabled = true;
	say(status, 'The herd is running, first with protection, then without …');
	try {
		report = await ask('POST', 'demo/race', new FormData(form));
		result.hidden = false;
		draw();
		say(status, summary());
	}
	catch (failure) {
		say(status, failure.message, true);
	}
	finally {
		button.disabled = false;
		button.focus({ preventScroll: true });
	}
}

function summary() {
	const { setup, protected: guarded, unprotected } = report;
	return `${setup.callers} ${setup.callers === 1 ? 'caller' : 'callers'} on ${setup.nodes} ${setup.nodes === 1 ? 'instance' : 'instances'}: `
		+ `${reads(guarded)} and ${time(guarded.maxMillis)} for the slowest with protection, `
		+ `${reads(unprotected)} and ${time(unprotected.maxMillis)} without.`;
}

function reads(run) {
	return `${run.sourceReads} source ${run.sourceReads === 1 ? 'read' : 'reads'}`;
}

function draw() {
	const ends = ['protected', 'unprotected'].map((name) => Math.max(report[name].maxMillis, ...report[name].reads.map((read) => read.endMillis)));
	['protected', 'unprotected'].forEach((name, index) => {
		const end = sameAxis.checked ? Math.max(...ends) : ends[index];
		drawRun(name, report[name], end);
		fill(name, report[name]);
	});
	drawLegend();
}

function drawRun(name, run, end) {
	const canvas = document.getElementById(`race-${name}`);
	const rows = rowsOf(run);
	plots[name] ??= chart(canvas, config(), paint);
	const plot = plots[name];
	plot.data.datasets = datasets(run, rows);
	plot.options.scales.x.max = rounded(end);
	plot.options.scales.x.ticks.callback = (value) => (end < 2000 ? `${value} ms` : `${value / 1000} s`);
	plot.options.scales.y.max = rows.size;
	plot.options.scales.y.afterBuildTicks = (scale) => {
		scale.ticks = rows.bands.map((band) => ({ value: band.middle }));
	};
	plot.options.scales.y.ticks.callback = (value) => rows.bands.find((band) => band.middle === value)?.label;
	paint(plot);
	plot.update('none');
	canvas.setAttribute('aria-label', `${reads(run)}; ${outcomes(run).join(', ')}; the slowest after ${time(run.maxMillis)}`);
}

// A little more than there is, so that the axis ends at a round number.
function rounded(end) {
	const step = 10 ** Math.floor(Math.log10(Math.max(end, 1))) / 2;
	return Math.ceil(end * 1.01 / step) * step;
}

// Gives each caller a row of its own, in the band of its instance, in the order of the answers.
function rowsOf(run) {
	const nodes = [...new Set(run.answers.map((answer) => answer.node))].sort();
	const gap = Math.max(1, Math.round(run.answers.length / 40));
	const bands = [];
	const places = new Map();
	let row = gap;
	for (const node of nodes) {
		const first = row;
		for (const answer of run.answers.filter((candidate) => candidate.node === node)) {
			places.set(answer, row++);
		}
		bands.push({ node, first, last: row - 1, middle: (first + row - 1) / 2, label: nodes.length === 1 ? 'callers' : `instance ${node}` });
		row += gap;
	}
	return { bands, places, size: row };
}

function datasets(run, rows) {
	const many = run.reads.length > 1;
	const bars = run.reads.flatMap((read) => {
		const y = rows.places.get(run.answers.find((answer) => answer.caller === read.caller));
		return [{ x: read.startMillis, y }, { x: read.endMillis, y }, { x: NaN, y: NaN }];
	});
	const made = [{ answer: 'READ', bar: true, data: bars, showLine: true, pointRadius: 0, borderWidth: many ? 1.5 : 8, faint: many, borderCapStyle: 'butt' }];
	for (const outcome of Object.keys(run.outcomes)) {
		made.push({
			answer: outcome,
			data: run.answers.filter((answer) => answer.outcome === outcome).map((answer) => ({ x: answer.endMillis, y: rows.places.get(answer) })),
			pointStyle: ANSWERS[outcome].shape,
			pointRadius: outcome === 'LOADED' ? 8 : run.answers.length > 150 ? 2.5 : 3.5,
			pointBorderWidth: ['crossRot', 'cross', 'star'].includes(ANSWERS[outcome].shape) ? 1.5 : 0,
		});
	}
	return made;
}

function config() {
	return {
		type: 'scatter',
		data: { datasets: [] },
		options: {
			events: [],
			layout: { padding: { right: 8 } },
			scales: {
				x: axis('since the release', { min: 0, ticks: { maxRotation: 0, autoSkipPadding: 16 } }),
				y: axis('', { min: 0, reverse: true, grid: { display: false }, ticks: { padding: 8 } }),
			},
		},
	};
}

function paint(plot) {
	theme(plot);
	plot.options.scales.y.ticks.color = css('ink');
	for (const dataset of plot.data.datasets) {
		const own = color(dataset.answer);
		dataset.borderColor = dataset.faint ? `${own}70` : own;
		dataset.pointBackgroundColor = own;
		dataset.pointBorderColor = own;
		dataset.backgroundColor = own;
	}
}

function drawLegend() {
	const seen = new Map();
	for (const name of ['protected', 'unprotected']) {
		Object.keys(report[name].outcomes).forEach((outcome) => seen.set(ANSWERS[outcome].words, outcome));
	}
	legend.replaceChildren(element('li', mark('bar', color('READ')), 'a read of the source'),
		...[...seen].map(([words, outcome]) => element('li', mark(ANSWERS[outcome].shape, color(outcome)), `callers who ${words}`)));
}

function fill(name, run) {
	set(name, 'sourceReads', String(run.sourceReads));
	result.querySelector(`[data-unit="${name}"]`).textContent = run.sourceReads === 1 ? 'source read' : 'source reads';
	for (const figure of ['p50Millis', 'p99Millis', 'maxMillis']) {
		set(name, figure, time(run[figure]));
	}
	set(name, 'outcomes', ...outcomes(run).flatMap((words) => [words, element('br')]));
	if (name === 'protected') {
		set(name, 'stalestMillis', run.outcomes.STALE ? time(run.stalestMillis) : 'none was served');
		const commands = Object.entries(run.redisCommands);
		set(name, 'redisCommands', String(commands.reduce((sum, [, count]) => sum + count, 0)),
			element('small', commands.map(([command, count]) => `${count} ${command}`).join(', ')));
	}
}

function set(name, figure, ...content) {
	result.querySelector(`[data-figure="${name}.${figure}"]`).replaceChildren(...content);
}

function outcomes(run) {
	return Object.entries(run.outcomes).map(([outcome, count]) => `${count} ${ANSWERS[outcome].words}`);
}

function time(millis) {
	return millis < 1000 ? `${millis < 10 ? millis.toFixed(1) : Math.round(millis)} ms` : `${(millis / 1000).toFixed(2)} s`;
}
