package tessera.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.value.ObservableValue;
import tessera.model.Problem;

/**
 * A query that is repeated while somebody looks; its result is discarded when the cluster changes. FX
 * thread.
 *
 * @param <T> what is read
 */
public final class PollingQuery<T> {

    /** What failed is tried again sooner: most failures pass. */
    private static final Duration RETRY = Duration.ofSeconds(3);

    private final ClusterStateSource services;
    private final ObservableValue<Instant> now;
    private final Duration interval;
    private final PollingQueryCallbacks<T> reader;
    private final BackgroundQuery<T> backgroundQuery;
    private String cluster = "";
    private Instant requestedAt = Instant.MIN;
    private boolean watched;
    private boolean failed;
    private boolean thorough;

    /**
     * The source of a polling query with its callbacks.
     *
     * @param onClusterChange called when another cluster is open
     */
    public record PollingQueryCallbacks<T>(BackgroundQuery.QuerySource<T> source, Consumer<T> onResult,
            Consumer<Problem> onFailure, Runnable onClusterChange) {}

    /**
     * Something that nobody looks at yet.
     *
     * @param now  the time, in steps in which it may be read anew
     * @param interval how long it is left alone after it was asked for
     */
    public PollingQuery(ClusterStateSource services, ObservableValue<Instant> now, Duration interval,
            PollingQueryCallbacks<T> reader) {
        this.services = services;
        this.now = now;
        this.interval = interval;
        this.reader = reader;
        backgroundQuery = new BackgroundQuery<>(found -> {
            failed = false;
            if (isSameCluster()) {
                reader.onResult().accept(found);
            }
        }, problem -> {
            failed = true;
            if (isSameCluster()) {
                reader.onFailure().accept(problem);
            }
        });
        now.addListener((property, before, moment) -> readIfDue());
    }

    /** Returns this query, set to finish a reading that was begun even when nobody looks any more. */
    public PollingQuery<T> finishingReads() {
        thorough = true;
        return this;
    }

    /** Returns whether a reading is under way. */
    public ReadOnlyBooleanProperty readingProperty() {
        return backgroundQuery.waitingProperty();
    }

    /** Sets whether somebody looks. */
    public void setWatched(boolean looks) {
        watched = looks;
        if (thorough && backgroundQuery.waitingProperty().get()) {
            readIfDue();
        } else if (looks) {
            refresh();
        } else {
            backgroundQuery.cancel();
        }
    }

    /** Reads at once, because the result may have changed. */
    public void refresh() {
        requestedAt = Instant.MIN;
        readIfDue();
    }

    /** Returns whether the open cluster is the one that was read. */
    private boolean isSameCluster() {
        return services.clusters().get().openContext().equals(cluster);
    }

    private void readIfDue() {
        if (!watched) {
            return;
        }
        if (!isSameCluster()) {
            cluster = services.clusters().get().openContext();
            requestedAt = Instant.MIN;
            reader.onClusterChange().run();
        }
        var moment = now.getValue();
        var wait = failed ? RETRY : interval;
        if (requestedAt.equals(Instant.MIN) || Duration.between(requestedAt, moment).compareTo(wait) >= 0) {
            requestedAt = moment;
            backgroundQuery.submit(reader.source());
        }
    }
}
