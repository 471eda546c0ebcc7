package tessera.ui.pods;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.insight.AcceleratorCatalog;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.SuspensionRules.Course;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.scheduling.WorkloadWithoutPodsReader.WorkloadGaps;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;

/** Work that has no pods, read anew while somebody looks. FX thread. */
public final class PodlessFeed {

    private static final Duration PACE = Duration.ofSeconds(30);
    private static final WorkloadGaps NOTHING = new WorkloadGaps(List.of(), List.of());

    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final ReadOnlyObjectWrapper<WorkloadGaps> found = new ReadOnlyObjectWrapper<>(NOTHING);
    private final PollingQuery<WorkloadGaps> reading;
    private boolean watched;

    /** @param now the time, in steps in which it may be read anew */
    public PodlessFeed(AppServices desk, AcceleratorCatalog accelerators, ObservableValue<Instant> now) {
        this.desk = desk;
        this.accelerators = accelerators;
        reading = new PollingQuery<>(desk, now, PACE, new PollingReader<>(this::read, found::set,
                why -> found.set(new WorkloadGaps(List.of(), List.of(why.sentence()))), () -> found.set(NOTHING)));
    }

    private WorkloadGaps read() throws Failure, InterruptedException {
        return new WorkloadWithoutPodsReader(desk.reached().objects(), desk.snapshots().get(),
                Clock.systemUTC().instant())
                .all(accelerators);
    }

    ReadOnlyObjectProperty<WorkloadGaps> foundProperty() {
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
