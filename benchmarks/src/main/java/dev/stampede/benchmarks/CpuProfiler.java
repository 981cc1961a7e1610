package dev.stampede.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time that the JVM spends on one call, on all its threads. Unlike the rate it
 * hardly depends on what else the machine has to do.
 */
public final class CpuProfiler implements InternalProfiler {

	static final String LABEL = "cpu";

	private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

	private long start;

	@Override
	public String getDescription() {
		return "Processor time of one call";
	}

	@Override
	public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
		this.start = this.system.getProcessCpuTime();
	}

	@Override
	public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
			IterationResult result) {
		double spent = this.system.getProcessCpuTime() - this.start;
		double calls = result.getMetadata().getAllOps();
		return List.of(new ScalarResult(LABEL, spent / calls, "ns/op", AggregationPolicy.AVG));
	}

}
