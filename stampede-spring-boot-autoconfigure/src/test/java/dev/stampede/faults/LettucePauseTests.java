package dev.stampede.faults;

class LettucePauseTests extends PauseContract {

	@Override
	String driver() {
		return "lettuce";
	}

}
