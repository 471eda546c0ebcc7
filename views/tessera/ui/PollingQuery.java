package tessera.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.value.ObservableValue;
import tessera.model.Problem;

/**
 * Something that is read again and again, as long as somebody looks; what was read of one cluster is forgotten with it. FX
 * thread.
 *
 * @param <T> what is read
 */
public final class PollingQuery<T> {

    /** What failed is tried again sooner: most failures pass. */
    private static final Duration RETRY = Duration.ofSeconds(3);

    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final Duration pace;
    private final PollingReader<T> reader;
    private final AsyncQuery<T> lookup;
    private String cluster = "";
    private Instant asked = Instant.MIN;
    private boolean watched;
    private boolean failed;
    private boolean thorough;

    /**
     * What reads, and who is told.
     *
     * @param forget called when another cluster is open
     */
    public record PollingReader<T>(AsyncQuery.QuerySource<T> source, Consumer<T> found, Consumer<Problem> failed,
            Runnable forget) {}

    /**
     * Something that nobody looks at yet.
     *
     * @param now  the time, in steps in which it may be read anew
     * @param pace how long it is left alone after it was asked for
     */
    public PollingQuery(AppServices desk, ObservableValue<Instant> now, Duration pace, PollingReader<T> reader) {
        this.desk = desk;
        this.now = now;
        this.pace = pace;
        this.reader = reader;
        lookup = new AsyncQuery<>(found -> {
            failed = false;
            if (same()) {
                reader.found().accept(found);
            }
        }, why -> {
            failed = true;
            if (same()) {
                reader.failed().accept(why);
            }
        });
        now.addListener((property, before, moment) -> ask());
    }

    /** The same; what is begun is read to its end, though nobody looks any more: it takes long to begin anew. */
    public PollingQuery<T> thorough() {
        thorough = true;
        return this;
    }

    /** Whether it is being read. */
    public ReadOnlyBooleanProperty readingProperty() {
        return lookup.waitingProperty();
    }

    /** Whether somebody looks. */
    public void watch(boolean looks) {
        watched = looks;
        if (thorough && lookup.waitingProperty().get()) {
            ask();
        } else if (looks) {
            again();
        } else {
            lookup.cancel();
        }
    }

    /** Reads at once, because something may be otherwise. */
    public void again() {
        asked = Instant.MIN;
        ask();
    }

    /** Whether the cluster is open of which it was asked. */
    private boolean same() {
        return desk.clusters().get().open().equals(cluster);
    }

    private void ask() {
        if (!watched) {
            return;
        }
        if (!same()) {
            cluster = desk.clusters().get().open();
            asked = Instant.MIN;
            reader.forget().run();
        }
        var moment = now.getValue();
        var wait = failed ? RETRY : pace;
        if (asked.equals(Instant.MIN) || Duration.between(asked, moment).compareTo(wait) >= 0) {
            asked = moment;
            lookup.ask(reader.source());
        }
    }
}
