package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;

/** How many pods a Job has at once. */
public final class JobPods {

    private JobPods() {}

    /** Of a Job as it is: no more than it has work left for. */
    public static long wanted(JsonNode job) {
        return wanted(job.path("spec"), job.at("/status/succeeded").asLong());
    }

    /** @param succeeded how many have done their work */
    static long wanted(JsonNode spec, long succeeded) {
        long most = Math.max(0, spec.path("parallelism").asLong(1));
        var completions = spec.path("completions");
        return completions.isIntegralNumber() ? Math.clamp(completions.asLong() - succeeded, 0, most) : most;
    }
}
