package dev.stampede.faults;

class LettuceCallerFaultTests extends CallerFaultContract {

	@Override
	String driver() {
		return "lettuce";
	}

}
