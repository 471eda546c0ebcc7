package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;

/** Computes the number of pods that a Job runs at once. */
public final class JobParallelismCalculator {

    private JobParallelismCalculator() {}

    /** Returns the parallelism of a Job, limited by its remaining completions. */
    public static long activePods(JsonNode job) {
        return activePods(job.path("spec"), job.at("/status/succeeded").asLong());
    }

    /** @param succeeded how many have done their work */
    static long activePods(JsonNode spec, long succeeded) {
        long maximum = Math.max(0, spec.path("parallelism").asLong(1));
        var completions = spec.path("completions");
        return completions.isIntegralNumber() ? Math.clamp(completions.asLong() - succeeded, 0, maximum) : maximum;
    }
}
