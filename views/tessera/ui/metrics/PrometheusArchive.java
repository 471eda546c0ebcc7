package tessera.ui.metrics;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.fleet.NodePast;
import tessera.model.Problem;

/**
 * What a Prometheus remembers of the nodes that are looked at, as far as it was asked.
 *
 * @param standing how it stands with it
 * @param asked    what it was asked last; empty before it was asked anything
 * @param came     its newest answer
 * @param failed   why there is none to what was asked last
 */
record PrometheusArchive(PrometheusStatus standing, Optional<ArchiveRequest> asked, Optional<Came> came,
        Optional<Problem> failed) {

    /** How far time may go on before another answer is needed. */
    private static final Duration LAG = Duration.ofMinutes(5);

    /**
     * What is wanted of it.
     *
     * @param frame which begins and ends with a step
     */
    record ArchiveRequest(List<String> nodes, TimeFrame frame, Duration step) {
        ArchiveRequest {
            nodes = List.copyOf(nodes);
        }

        /** Whether an answer to that is worth waiting for: it is of the same, and of almost the same time. */
        boolean nearly(ArchiveRequest other) {
            var most = Collections.max(List.of(LAG, step.multipliedBy(2)));
            return nodes.equals(other.nodes) && step.equals(other.step)
                    && Duration.between(frame.from(), other.frame.from()).abs().compareTo(most) <= 0
                    && Duration.between(frame.to(), other.frame.to()).abs().compareTo(most) <= 0;
        }
    }

    /**
     * What it answered.
     *
     * @param warnings of the server, in its words
     */
    record Came(ArchiveRequest wanted, NodePast past, List<String> warnings) {
        Came {
            warnings = List.copyOf(warnings);
        }
    }

    /** One that was not asked yet. */
    static PrometheusArchive of(PrometheusStatus standing) {
        return new PrometheusArchive(standing, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Its name, where it can be asked for the past of GPUs. */
    Optional<String> name() {
        return standing instanceof PrometheusStatus.PrometheusAvailable(var name, _, var knowsGpus, _) && knowsGpus
                ? Optional.of(name)
                : Optional.empty();
    }

    PrometheusArchive asking(ArchiveRequest wanted) {
        return new PrometheusArchive(standing, Optional.of(wanted), came, Optional.empty());
    }

    PrometheusArchive with(Came answer) {
        return new PrometheusArchive(standing, asked, Optional.of(answer), Optional.empty());
    }

    PrometheusArchive without(Problem why) {
        return new PrometheusArchive(standing, asked, came, Optional.of(why));
    }

    /** Whether an answer is waited for. */
    boolean awaits() {
        return asked.isPresent() && failed.isEmpty() && !came.map(Came::wanted).equals(asked);
    }
}
