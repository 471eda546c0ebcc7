package tessera.ui;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import tessera.model.Problem;

/**
 * Something that is read again and again, as long as somebody looks; what was read of one cluster is forgotten with it. FX
 * thread.
 *
 * @param <T> what is read
 */
public final class Rereading<T> {

    /** What failed is tried again sooner: most failures pass. */
    private static final Duration RETRY = Duration.ofSeconds(3);

    private final Desk desk;
    private final ObservableValue<Instant> now;
    private final Duration pace;
    private final Reader<T> reader;
    private final Lookup<T> lookup;
    private String cluster = "";
    private Instant asked = Instant.MIN;
    private boolean watched;
    private boolean failed;

    /**
     * What reads, and who is told.
     *
     * @param forget called when another cluster is open
     */
    public record Reader<T>(Lookup.Source<T> source, Consumer<T> found, Consumer<Problem> failed, Runnable forget) {}

    /**
     * Something that nobody looks at yet.
     *
     * @param now  the time, in steps in which it may be read anew
     * @param pace how long it is left alone after it was asked for
     */
    public Rereading(Desk desk, ObservableValue<Instant> now, Duration pace, Reader<T> reader) {
        this.desk = desk;
        this.now = now;
        this.pace = pace;
        this.reader = reader;
        lookup = new Lookup<>(found -> {
            failed = false;
            reader.found().accept(found);
        }, why -> {
            failed = true;
            reader.failed().accept(why);
        });
        now.addListener((property, before, moment) -> ask());
    }

    /** Whether somebody looks. */
    public void watch(boolean looks) {
        watched = looks;
        if (looks) {
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

    private void ask() {
        if (!watched) {
            return;
        }
        var open = desk.clusters().get().open();
        if (!open.equals(cluster)) {
            cluster = open;
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
