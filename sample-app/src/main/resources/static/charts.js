// How answers look, alike in all charts, and what charts share.

export const ANSWERS = {
	LOADED: { words: 'read the source', color: 'read', shape: 'rectRot' },
	PASSED: { words: 'read the source for their instance', color: 'read', shape: 'rectRot' },
	READ: { words: 'read the source', color: 'read', shape: 'rectRot' },
	WAITED: { words: 'waited for the winner', color: 'waited', shape: 'circle' },
	HIT: { words: 'found it fresh', color: 'hit', shape: 'rectRounded' },
	NEAR_HIT: { words: 'found it in memory', color: 'hit', shape: 'rectRounded' },
	STALE: { words: 'got the stale copy', color: 'stale', shape: 'triangle' },
	DEFAULTED: { words: 'got the default', color: 'default', shape: 'rect' },
	FAILED_FAST: { words: 'were told to go away', color: 'refused', shape: 'crossRot' },
	TIMED_OUT: { words: 'waited in vain', color: 'other', shape: 'cross' },
	ERROR: { words: 'got an exception', color: 'refused', shape: 'star' },
	FAILED: { words: 'got an exception', color: 'refused', shape: 'star' },
	BYPASSED: { words: 'went unprotected', color: 'other', shape: 'rect' },
	UNKNOWN: { words: 'nobody knows', color: 'other', shape: 'rect' },
};

const charts = [];

export function css(name) {
	return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function color(answer) {
	return css(`c-${ANSWERS[answer].color}`);
}

// Makes a chart that follows the colours of the page.
export function chart(canvas, config, paint) {
	const made = new Chart(canvas, config);
	charts.push({ made, paint });
	paint(made);
	made.update('none');
	return made;
}

export function axis(title, more = {}) {
	return {
		title: { display: Boolean(title), text: title, align: 'end', font: { size: 12 } },
		border: { display: false },
		grid: { drawTicks: false },
		...more,
	};
}

// Lets a chart follow the colours of the page, whose other half is in the style sheet.
export function theme(made) {
	for (const scale of Object.values(made.options.scales)) {
		scale.ticks = { ...scale.ticks, color: css('muted') };
		scale.title = { ...scale.title, color: css('muted') };
		scale.grid = { ...scale.grid, color: css('line') };
	}
}

export function startCharts() {
	Chart.defaults.font.family = getComputedStyle(document.documentElement).fontFamily;
	Chart.defaults.font.size = 12;
	Chart.defaults.animation = false;
	Chart.defaults.maintainAspectRatio = false;
	Chart.defaults.plugins.legend.display = false;
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
		for (const { made, paint } of charts) {
			paint(made);
			made.update('none');
		}
	});
}

// A mark as it is drawn in the charts, for legends.
export function mark(shape, fill) {
	const canvas = document.createElement('canvas');
	const ratio = window.devicePixelRatio || 1;
	canvas.width = 16 * ratio;
	canvas.height = 16 * ratio;
	canvas.style.width = '16px';
	canvas.style.height = '16px';
	canvas.setAttribute('aria-hidden', 'true');
	const context = canvas.getContext('2d');
	context.scale(ratio, ratio);
	context.fillStyle = fill;
	context.strokeStyle = fill;
	context.lineWidth = 2;
	if (shape === 'bar') {
		context.fillRect(0, 5, 16, 6);
	}
	else {
		Chart.helpers.drawPoint(context, { pointStyle: shape, radius: 5.5, borderWidth: 2 }, 8, 8);
	}
	return canvas;
}
