package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.plan.step.RunningStepControl;

/** Reads the first log lines of a workload that runs now, and its node. */
final class FirstLogLinesReader {

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final int GLANCES = 5;
    private static final int MOST_BYTES = 4_000;
    private static final int MOST_LINES = 20;
    private static final String MEANT = "kubectl.kubernetes.io/default-container";

    private final ApiTransportSupplier transportSupplier;
    private final LaunchedWorkloadWatcher launch;
    private final Clock clock;
    /** When the last of them had been waited for in vain. */
    private final AtomicReference<@Nullable Instant> lastTimeoutAt = new AtomicReference<>();

    FirstLogLinesReader(ApiTransportSupplier transportSupplier, LaunchedWorkloadWatcher launch, Clock clock) {
        this.transportSupplier = transportSupplier;
        this.launch = launch;
        this.clock = clock;
    }

    /**
     * Returns the first log lines of the first running pod; a sentence where there is nothing to be read. A program that has just begun is given
     * some seconds to write.
     */
    String workloadLogText(ObjectRef object, RunningStepControl stepListener) throws InterruptedException {
        try {
            var running = launch.podsOf(object).stream().filter(LaunchedWorkloadWatcher::hasRun).findFirst();
            return running.isEmpty() ? "" : podLogText(running.get(), stepListener);
        } catch (ProblemException problemException) {
            return "What it writes cannot be read: " + problemException.problem().problemText();
        }
    }

    private String podLogText(JsonNode pod, RunningStepControl stepListener)
            throws ProblemException, InterruptedException {
        var name = pod.at("/metadata/name").asText();
        var node = pod.at("/spec/nodeName").asText();
        var container = pod.at("/metadata/annotations").path(MEANT).asText(pod.at("/spec/containers/0/name").asText());
        var path = "/api/v1/namespaces/%s/pods/%s/log?container=%s&limitBytes=%d".formatted(
                ApiPathBuilder.encode(pod.at("/metadata/namespace").asText()), ApiPathBuilder.encode(name),
                ApiPathBuilder.encode(container), MOST_BYTES);
        int glances = countTries();
        for (int glance = 0; glance < glances; glance++) {
            var written = transportSupplier.transport()
                    .readText(ApiRequest.proxiedPage(path, "*/*", "read the log of " + name));
            if (!written.isBlank()) {
                return "%s on %s wrote first:\n%s".formatted(name, node,
                        written.lines().limit(MOST_LINES).collect(Collectors.joining("\n")));
            }
            if (glance + 1 < glances) {
                stepListener.onWaiting("Waits for what " + name + " writes");
                if (!stepListener.pause(GLANCE)) {
                    break;
                }
            }
        }
        lastTimeoutAt.set(clock.instant());
        return "%s runs on %s and has written nothing yet".formatted(name, node);
    }

    /** Returns the number of tries; one only where another pod was silent just before, as this one has had as much time. */
    private int countTries() {
        var last = lastTimeoutAt.get();
        return last != null && Duration.between(last, clock.instant()).compareTo(GLANCE) < 0 ? 1 : GLANCES;
    }
}
