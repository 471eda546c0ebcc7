package tessera.ui.wall;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.Span;
import tessera.metrics.prometheus.find.Standing;
import tessera.metrics.prometheus.fleet.FleetPast;
import tessera.model.Failure;

/**
 * What the Prometheus of a wall's cluster remembers of the hours before the wall was started. It is asked once, and again a while
 * after it did not answer. Any thread.
 */
final class PrometheusBackfill implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(PrometheusBackfill.class.getName());
    /** Enough of six hours to be seen from afar; a large fleet's answer is long enough. */
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final Supplier<Standing> standing;
    private final Runnable answered;
    private @Nullable FleetPast told;
    private @Nullable Thread asking;
    private @Nullable Instant asked;

    /**
     * Nothing yet.
     *
     * @param standing of the Prometheus of the cluster that is open
     * @param answered told when it did, or could not; on any thread
     */
    PrometheusBackfill(Supplier<Standing> standing, Runnable answered) {
        this.standing = standing;
        this.answered = answered;
    }

    /**
     * What it told; empty until it did. It is asked now where it was not.
     *
     * @param nodes of which
     */
    synchronized Optional<FleetPast> until(Instant now, Set<String> nodes) {
        boolean due = told == null && asking == null && (asked == null || !now.isBefore(asked.plus(PAUSE)));
        if (due && standing.get() instanceof Standing.Here(_, _, var knowsGpus, var client) && knowsGpus) {
            asked = now;
            asking = Thread.ofVirtual().name("former hours").start(() -> ask(client, nodes, span(now)));
        }
        return Optional.ofNullable(told);
    }

    private static Span span(Instant now) {
        long step = STEP.toSeconds();
        var end = Instant.ofEpochSecond(now.getEpochSecond() / step * step);
        return new Span(end.minus(TotalsPast.SPAN), end, STEP);
    }

    private void ask(PrometheusClient client, Set<String> nodes, Span span) {
        @Nullable
        FleetPast past = null;
        try {
            past = FleetPast.read(client, nodes, span);
        } catch (Failure failure) {
            // The lines begin with what the wall saw itself, unless it answers later.
            LOG.log(Level.DEBUG, failure.problem().sentence());
        } catch (RuntimeException defect) {
            LOG.log(Level.WARNING, "what the Prometheus remembers could not be read", defect);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return;
        } finally {
            keep(past);
        }
        answered.run();
    }

    private synchronized void keep(@Nullable FleetPast past) {
        told = past;
        asking = null;
    }

    /** Whether it is being asked. */
    synchronized boolean asks() {
        return asking != null;
    }

    @Override
    public synchronized void close() {
        if (asking != null) {
            asking.interrupt();
        }
    }
}
