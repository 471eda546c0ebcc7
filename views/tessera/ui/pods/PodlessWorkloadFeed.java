package tessera.ui.pods;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.scheduling.WorkloadWithoutPodsReader.PodlessWorkloadReadResult;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;

/** Feed of workloads without pods, refreshed while they are shown. FX thread. */
public final class PodlessWorkloadFeed {

    private static final Duration PACE = Duration.ofSeconds(30);
    private static final PodlessWorkloadReadResult NOTHING = new PodlessWorkloadReadResult(List.of(), List.of());

    private final OpenClusterSource services;
    private final AcceleratorCatalog accelerators;
    private final ReadOnlyObjectWrapper<PodlessWorkloadReadResult> searchResult = new ReadOnlyObjectWrapper<>(NOTHING);
    private final PollingQuery<PodlessWorkloadReadResult> reading;
    private boolean watched;

    /** @param now the time, in steps in which it may be read anew */
    public PodlessWorkloadFeed(OpenClusterSource services, AcceleratorCatalog accelerators,
            ObservableValue<Instant> now) {
        this.services = services;
        this.accelerators = accelerators;
        reading = new PollingQuery<>(services, now, PACE, new PollingQueryCallbacks<>(this::readGaps, searchResult::set,
                problem -> searchResult.set(new PodlessWorkloadReadResult(List.of(), List.of(problem.problemText()))),
                () -> searchResult.set(NOTHING)));
    }

    private PodlessWorkloadReadResult readGaps() throws ProblemException, InterruptedException {
        return new WorkloadWithoutPodsReader(services.clusterServices().objectSource(), services.snapshots().get(),
                Clock.systemUTC().instant()).findAll(accelerators);
    }

    ReadOnlyObjectProperty<PodlessWorkloadReadResult> foundProperty() {
        return searchResult.getReadOnlyProperty();
    }

    /** Reads at once if anything shows the data, because something may have changed. */
    public void refresh() {
        reading.refresh();
    }

    /** Returns the course of a workload; empty where it is not known, as while nothing is shown. */
    public Optional<WorkloadRunState> findCourse(ObjectRef workloadRef) {
        return searchResult.get().workloads().stream().filter(pods -> watched && pods.workload().equals(workloadRef))
                .findFirst().map(pods -> pods.suspended() ? WorkloadRunState.SUSPENDED : WorkloadRunState.GOES_ON);
    }

    void setWatched(boolean looks) {
        watched = looks;
        reading.setWatched(looks);
    }
}
