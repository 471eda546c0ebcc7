package tessera.ui;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigConfigWithSource;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.reading.FleetReadings;
import tessera.text.MessageCatalog;

/**
 * Keeps the visible screens current: projects the newest snapshot for their queries. A slow screen skips
 * states; a hidden one does no work. Neither is a state computed again while snapshot and question are the same, nor
 * one shown again that is equal to the one on screen; what depends on the time says so in its question.
 */
public final class ScreenUpdater implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ScreenUpdater.class);

    /** A place in the window where one screen at a time is shown. */
    public enum WindowRegion {
        FRAME,
        SCREEN,
        INSPECTOR
    }

    private static final System.Logger LOG = System.getLogger(ScreenUpdater.class.getName());

    private final Set<String> reportedDefects = ConcurrentHashMap.newKeySet();
    private final LatestValue<ClusterSnapshot> snapshots;
    private final JavaFxThreadRelay relay;
    private final LatestValue<FleetReadings> readings;
    private final LatestValue<Map<String, MigConfigWithSource>> setups;
    private final List<LatestValue.ObserverRegistration> observations;
    private final Supplier<GpuFleet.GpuFleetReader> readers;
    private final Map<WindowRegion, VisibleScreenInput<?, ?>> queriesByRegion = new ConcurrentHashMap<>();
    private final Map<WindowRegion, Subscription> queries = new EnumMap<>(WindowRegion.class);
    /** On the projector only, where it is made, too: what it reads takes its time. */
    private GpuFleet.@Nullable GpuFleetReader reader;
    /** On the projector only. */
    private @Nullable VersionedScreenInput latestInput;
    private @Nullable ClusterSnapshot displayedSnapshot;

    /**
     * Shows nothing yet.
     *
     * @param setups    configurations that MIG managers applied, by node
     * @param readers   make what reads the fleet; asked once, on the projector
     * @param projector where states are computed; one thread
     */
    public ScreenUpdater(LatestValue<ClusterSnapshot> snapshots, LatestValue<FleetReadings> readings,
            LatestValue<Map<String, MigConfigWithSource>> setups, Supplier<GpuFleet.GpuFleetReader> readers,
            Executor projector) {
        this.snapshots = snapshots;
        this.readings = readings;
        this.setups = setups;
        this.readers = readers;
        this.relay = new JavaFxThreadRelay(projector, this::projectScreens);
        this.observations = List.of(snapshots.observe(relay::requestUpdate), readings.observe(relay::requestUpdate),
                setups.observe(relay::requestUpdate));
    }

    /** Makes this the visible screen of a place. FX thread. */
    public <Q, S> void openScreen(WindowRegion region, SnapshotDrivenScreen<Q, S> screen) {
        closeScreen(region);
        queries.put(region, screen.query().subscribe(query -> {
            queriesByRegion.put(region, new VisibleScreenInput<>(screen, query));
            relay.requestUpdate();
        }));
    }

    /** Removes the screen of a place. FX thread. */
    public void closeScreen(WindowRegion region) {
        var query = queries.remove(region);
        if (query != null) {
            query.unsubscribe();
        }
        queriesByRegion.remove(region);
    }

    private VersionedScreenInput currentReading() {
        var clusterSnapshot = snapshots.get();
        var fleetReadings = readings.get();
        var cut = setups.get();
        var before = latestInput;
        if (before != null && before.snapshot().equals(clusterSnapshot) && before.readings().equals(fleetReadings)
                && before.setups().equals(cut)) {
            return before;
        }
        var now = new VersionedScreenInput(before == null ? 1 : before.number() + 1, clusterSnapshot, fleetReadings,
                cut, runGuarded("the fleet", () -> fleetReader().read(clusterSnapshot, fleetReadings, cut)));
        latestInput = now;
        return now;
    }

    private GpuFleet.GpuFleetReader fleetReader() {
        var made = reader == null ? readers.get() : reader;
        reader = made;
        return made;
    }

    private Runnable projectScreens() {
        var reading = currentReading();
        var shows = new ArrayList<Runnable>();
        for (var region : WindowRegion.values()) {
            var current = queriesByRegion.get(region);
            if (current != null && current.beginReading(reading.number())) {
                var print = prepareAnswer(region, current, reading.fleet());
                shows.add(() -> showIfCurrent(region, current, print));
            }
        }
        return () -> {
            shows.forEach(Runnable::run);
            if (queriesByRegion.containsKey(WindowRegion.SCREEN) && queriesByRegion.values().stream()
                    .allMatch(screenQuery -> screenQuery.answeredReading == reading.number())) {
                displayedSnapshot = reading.snapshot();
            }
        };
    }

    /** Returns the snapshot that all open screens show; empty before the first. FX thread. */
    public Optional<ClusterSnapshot> shownSnapshot() {
        return Optional.ofNullable(displayedSnapshot);
    }

    private Runnable prepareAnswer(WindowRegion region, VisibleScreenInput<?, ?> screenQuery,
            ValueOrProblem<GpuFleet> fleet) {
        var excuse = fleet.problem();
        if (excuse != null) {
            return screenQuery.projectProblem(excuse);
        }
        var answer = runGuarded(region.name(), () -> screenQuery.projectState(Objects.requireNonNull(fleet.value())));
        if (answer.problem() == null) {
            return Objects.requireNonNull(answer.value());
        }
        return screenQuery.projectProblem(answer.problem());
    }

    private void showIfCurrent(WindowRegion region, VisibleScreenInput<?, ?> screenQuery, Runnable print) {
        var now = queriesByRegion.get(region);
        if (now != null && now.screen.equals(screenQuery.screen)) {
            var printed = runGuarded(region.name(), () -> {
                print.run();
                return region;
            });
            if (printed.problem() != null) {
                screenQuery.projectProblem(printed.problem()).run();
            }
        }
    }

    /** Runs the work; a defect in one screen must not leave old data in the others. It is told once, not with every snapshot. */
    private <T> ValueOrProblem<T> runGuarded(String subject, Supplier<T> work) {
        try {
            return new ValueOrProblem<>(work.get(), null);
        } catch (RuntimeException defect) {
            if (reportedDefects.add(subject + defect.getClass().getName())) {
                LOG.log(System.Logger.Level.ERROR, subject + " failed", defect);
            }
            return new ValueOrProblem<>(null,
                    Problem.of(Problem.OperationProblemKind.UNEXPECTED, MESSAGES.reason("screen.failed"))
                            .withDetail(defect.toString()).withRemedy(MESSAGES.text("screen.failedRemedy")));
        }
    }

    /** A snapshot and readings that belong together, numbered so that readings can be compared. */
    private record VersionedScreenInput(long number, ClusterSnapshot snapshot, FleetReadings readings,
            Map<String, MigConfigWithSource> setups, ValueOrProblem<GpuFleet> fleet) {}

    /** A value, or the problem that takes its place. */
    private record ValueOrProblem<T>(@Nullable T value, @Nullable Problem problem) {}

    /** The last states stay on screen. FX thread. */
    @Override
    public void close() {
        observations.forEach(LatestValue.ObserverRegistration::close);
        queries.values().forEach(Subscription::unsubscribe);
    }

    private static final class VisibleScreenInput<Q, S> {

        private final SnapshotDrivenScreen<Q, S> screen;
        private final Q query;
        private @Nullable Object displayedState;
        /** Which reading was answered last. Written on the projector only. */
        private volatile long answeredReading;

        VisibleScreenInput(SnapshotDrivenScreen<Q, S> screen, Q query) {
            this.screen = screen;
            this.query = query;
        }

        /** Begins the answer to a reading; returns whether it was not answered yet. */
        boolean beginReading(long reading) {
            boolean other = reading != answeredReading;
            answeredReading = reading;
            return other;
        }

        Runnable projectState(GpuFleet fleet) {
            S state = screen.project(fleet, query);
            return () -> showIfChanged(state, () -> screen.show(state));
        }

        Runnable projectProblem(Problem problem) {
            return () -> showIfChanged(problem, () -> screen.showProblem(problem));
        }

        private void showIfChanged(@Nullable Object newest, Runnable print) {
            if (!Objects.equals(newest, displayedState)) {
                displayedState = newest;
                print.run();
            }
        }
    }
}
