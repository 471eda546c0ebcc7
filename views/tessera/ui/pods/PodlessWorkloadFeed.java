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
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.scheduling.WorkloadWithoutPodsReader.WorkloadSearchResult;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;

/** Feed of workloads without pods, refreshed while they are shown. FX thread. */
public final class PodlessWorkloadFeed {

    private static final Duration PACE = Duration.ofSeconds(30);
    private static final WorkloadSearchResult NOTHING = new WorkloadSearchResult(List.of(), List.of());

    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final ReadOnlyObjectWrapper<WorkloadSearchResult> found = new ReadOnlyObjectWrapper<>(NOTHING);
    private final PollingQuery<WorkloadSearchResult> reading;
    private boolean watched;

    /** @param now the time, in steps in which it may be read anew */
    public PodlessWorkloadFeed(AppServices desk, AcceleratorCatalog accelerators, ObservableValue<Instant> now) {
        this.desk = desk;
        this.accelerators = accelerators;
        reading = new PollingQuery<>(desk, now, PACE, new PollingReader<>(this::readGaps, found::set,
                problem -> found.set(new WorkloadSearchResult(List.of(), List.of(problem.problemText()))),
                () -> found.set(NOTHING)));
    }

    private WorkloadSearchResult readGaps() throws ProblemException, InterruptedException {
        return new WorkloadWithoutPodsReader(desk.clusterServices().objectSource(), desk.snapshots().get(),
                Clock.systemUTC().instant())
                .findAll(accelerators);
    }

    ReadOnlyObjectProperty<WorkloadSearchResult> foundProperty() {
        return found.getReadOnlyProperty();
    }

    /** Reads at once if anything shows the data, because something may have changed. */
    public void refresh() {
        reading.refresh();
    }

    /** Returns the course of a workload; empty where it is not known, as while nothing is shown. */
    public Optional<WorkloadRunState> findCourse(ObjectRef work) {
        return found.get().workloads().stream().filter(pods -> watched && pods.workload().equals(work)).findFirst()
                .map(pods -> pods.suspended() ? WorkloadRunState.SUSPENDED : WorkloadRunState.GOES_ON);
    }

    void setWatched(boolean looks) {
        watched = looks;
        reading.setWatched(looks);
    }
}
