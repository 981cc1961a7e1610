// The page: three demos over the sample's own API.

import { startRace } from './race.js';
import { startRelease } from './release.js';
import { startLive } from './live.js';
import { startCharts } from './charts.js';

startCharts();
startRace();
startRelease();
startLive();
