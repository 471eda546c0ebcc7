package tessera.ui.wall;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetHistory;
import tessera.model.ProblemException;

/**
 * Backfill from the Prometheus of a wall's cluster for times in which the wall saw nothing. It is asked once for each, unless its
 * answer is to be forgotten, and again a while after it did not answer. Any thread.
 */
final class WallPrometheusBackfill implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(WallPrometheusBackfill.class.getName());
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final Supplier<PrometheusDiscoveryStatus> discoveryStatus;
    private final Function<Set<String>, NodesByExporterTarget> scraped;
    private final Runnable onAnswer;
    private @Nullable QueryTimeRange wanted;
    private @Nullable PrometheusFleetHistory told;
    private @Nullable Thread queryThread;
    private @Nullable Instant requestedAt;

    /**
     * Nothing yet.
     *
     * @param discoveryStatus of the Prometheus of the cluster that is open
     * @param scraped  where the exporters of nodes are scraped
     * @param onAnswer told when it did, or could not; on any thread
     */
    WallPrometheusBackfill(Supplier<PrometheusDiscoveryStatus> discoveryStatus,
            Function<Set<String>, NodesByExporterTarget> scraped, Runnable onAnswer) {
        this.discoveryStatus = discoveryStatus;
        this.scraped = scraped;
        this.onAnswer = onAnswer;
    }

    /**
     * Returns the answer for a time; empty until there is one. It is asked now where it was not.
     *
     * @param nodes of which
     */
    synchronized Optional<PrometheusFleetHistory> findPast(QueryTimeRange timeRange, Set<String> nodes, Instant now) {
        if (queryThread == null && !timeRange.equals(wanted)) {
            wanted = timeRange;
            told = null;
            requestedAt = null;
        }
        boolean due = told == null && queryThread == null
                && (requestedAt == null || !now.isBefore(requestedAt.plus(PAUSE)));
        if (due && discoveryStatus
                .get() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, var knowsGpus, var client)
                && knowsGpus) {
            requestedAt = now;
            queryThread = Thread.ofVirtual().name("prometheus backfill")
                    .start(() -> requestPast(client, nodes, timeRange));
        }
        if (timeRange.equals(wanted)) {
            return Optional.ofNullable(told);
        }
        return Optional.empty();
    }

    /** Discards the last answer, so that it is requested anew the next time. */
    synchronized void forget() {
        wanted = null;
        told = null;
    }

    private void requestPast(PrometheusClient client, Set<String> nodes, QueryTimeRange timeRange) {
        @Nullable
        PrometheusFleetHistory history = null;
        try {
            history = PrometheusFleetHistory.read(client, scraped.apply(nodes), timeRange);
        } catch (ProblemException problemException) {
            // The lines begin with what the wall saw itself, unless it answers later.
            LOG.log(Level.DEBUG, problemException.problem().problemText());
        } catch (RuntimeException defect) {
            LOG.log(Level.ERROR, "backfill failed", defect);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return;
        } finally {
            keepPast(history);
        }
        onAnswer.run();
    }

    private synchronized void keepPast(@Nullable PrometheusFleetHistory history) {
        told = history;
        queryThread = null;
    }

    /** Returns whether a request is under way. */
    synchronized boolean isRequesting() {
        return queryThread != null;
    }

    @Override
    public synchronized void close() {
        if (queryThread != null) {
            queryThread.interrupt();
        }
    }
}
