package tessera.ui.pods;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.fit.PodlessReader;
import tessera.fit.PodlessReader.Found;
import tessera.fit.Suspension.Course;
import tessera.insight.Accelerators;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.ui.Desk;
import tessera.ui.Rereading;
import tessera.ui.Rereading.Reader;

/** Work that has no pods, read anew while somebody looks. FX thread. */
public final class PodlessFeed {

    private static final Duration PACE = Duration.ofSeconds(30);
    private static final Found NOTHING = new Found(List.of(), List.of());

    private final Desk desk;
    private final Accelerators accelerators;
    private final ReadOnlyObjectWrapper<Found> found = new ReadOnlyObjectWrapper<>(NOTHING);
    private final Rereading<Found> reading;
    private boolean watched;

    /** @param now the time, in steps in which it may be read anew */
    public PodlessFeed(Desk desk, Accelerators accelerators, ObservableValue<Instant> now) {
        this.desk = desk;
        this.accelerators = accelerators;
        reading = new Rereading<>(desk, now, PACE, new Reader<>(this::read, found::set,
                why -> found.set(new Found(List.of(), List.of(why.sentence()))), () -> found.set(NOTHING)));
    }

    private Found read() throws Failure, InterruptedException {
        return new PodlessReader(desk.reached().objects(), desk.snapshots().get(), Clock.systemUTC().instant())
                .all(accelerators);
    }

    ReadOnlyObjectProperty<Found> foundProperty() {
        return found.getReadOnlyProperty();
    }

    /** Reads at once where somebody looks, because something may be otherwise. */
    public void again() {
        reading.again();
    }

    /** What work does; empty where that is not known, as while nobody looks. */
    public Optional<Course> course(ObjectRef work) {
        return found.get().work().stream().filter(each -> watched && each.work().equals(work)).findFirst()
                .map(each -> each.suspended() ? Course.SUSPENDED : Course.GOES_ON);
    }

    void watch(boolean looks) {
        watched = looks;
        reading.watch(looks);
    }
}
