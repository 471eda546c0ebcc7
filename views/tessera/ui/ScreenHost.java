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
import tessera.flow.Latest;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.reading.Readings;

/**
 * Keeps what is visible current: the newest snapshot and the user's questions in, states out. A slow screen skips
 * states; a hidden one does no work. Neither is a state computed again while snapshot and question are the same, nor
 * one shown again that is equal to the one on screen; what depends on the time says so in its question.
 */
public final class ScreenHost implements AutoCloseable {

    /** A place in the window where one screen at a time is shown. */
    public enum Place {
        FRAME,
        SCREEN,
        INSPECTOR
    }

    private static final System.Logger LOG = System.getLogger(ScreenHost.class.getName());

    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Latest<Snapshot> snapshots;
    private final Relay relay;
    private final Latest<Readings> readings;
    private final List<Latest.Observation> observations;
    private final Accelerators accelerators;
    private final Map<Place, Asked<?, ?>> asked = new ConcurrentHashMap<>();
    private final Map<Place, Subscription> queries = new EnumMap<>(Place.class);
    /** On the projector only, where it is made, too: what it reads takes its time. */
    private Fleet.@Nullable Reader reader;
    /** On the projector only. */
    private @Nullable Reading newest;
    private @Nullable Snapshot shown;

    /** @param projector where states are computed; one thread */
    public ScreenHost(Latest<Snapshot> snapshots, Latest<Readings> readings, Accelerators accelerators,
            Executor projector) {
        this.snapshots = snapshots;
        this.readings = readings;
        this.accelerators = accelerators;
        this.relay = new Relay(projector, this::project);
        this.observations = List.of(snapshots.observe(relay::request), readings.observe(relay::request));
    }

    /** Makes this the visible screen of a place. FX thread. */
    public <Q, S> void open(Place place, Screen<Q, S> screen) {
        close(place);
        queries.put(place, screen.query().subscribe(query -> {
            asked.put(place, new Asked<>(screen, query));
            relay.request();
        }));
    }

    /** Leaves a place to nobody. FX thread. */
    public void close(Place place) {
        var query = queries.remove(place);
        if (query != null) {
            query.unsubscribe();
        }
        asked.remove(place);
    }

    private Reading read() {
        var snapshot = snapshots.get();
        var measured = readings.get();
        var before = newest;
        if (before != null && before.snapshot().equals(snapshot) && before.measured().equals(measured)) {
            return before;
        }
        var now = new Reading(before == null ? 1 : before.number() + 1, snapshot, measured,
                guarded("the fleet", () -> reader().read(snapshot, measured)));
        newest = now;
        return now;
    }

    private Fleet.Reader reader() {
        var made = reader == null ? new Fleet.Reader(accelerators) : reader;
        reader = made;
        return made;
    }

    private Runnable project() {
        var reading = read();
        var shows = new ArrayList<Runnable>();
        for (var place : Place.values()) {
            var current = asked.get(place);
            if (current != null && current.begin(reading.number())) {
                var print = answer(place, current, reading.fleet());
                shows.add(() -> print(place, current, print));
            }
        }
        return () -> {
            shows.forEach(Runnable::run);
            if (asked.containsKey(Place.SCREEN)
                    && asked.values().stream().allMatch(question -> question.answered == reading.number())) {
                shown = reading.snapshot();
            }
        };
    }

    /** What all that is open shows; empty before it shows anything. FX thread. */
    public Optional<Snapshot> shown() {
        return Optional.ofNullable(shown);
    }

    private Runnable answer(Place place, Asked<?, ?> question, Outcome<Fleet> fleet) {
        var excuse = fleet.excuse();
        if (excuse != null) {
            return question.excuse(excuse);
        }
        var answer = guarded(place.name(), () -> question.answer(Objects.requireNonNull(fleet.value())));
        return answer.excuse() == null ? Objects.requireNonNull(answer.value()) : question.excuse(answer.excuse());
    }

    private void print(Place place, Asked<?, ?> question, Runnable print) {
        var now = asked.get(place);
        if (now != null && now.screen.equals(question.screen)) {
            var printed = guarded(place.name(), () -> {
                print.run();
                return place;
            });
            if (printed.excuse() != null) {
                question.excuse(printed.excuse()).run();
            }
        }
    }

    /** A defect in one place must not leave old data in the others. It is told once, not with every snapshot. */
    private <T> Outcome<T> guarded(String what, Supplier<T> work) {
        try {
            return new Outcome<>(work.get(), null);
        } catch (RuntimeException defect) {
            if (told.add(what + defect.getClass().getName())) {
                LOG.log(System.Logger.Level.ERROR, what + " could not be shown", defect);
            }
            return new Outcome<>(null, Problem.of(Problem.Kind.UNEXPECTED, "This cannot be shown")
                    .withDetail(defect.toString()).withRemedy("This is a defect; the log says more."));
        }
    }

    /** A snapshot and what was measured, as they were read; the numbers of two of them tell whether they are the same. */
    private record Reading(long number, Snapshot snapshot, Readings measured, Outcome<Fleet> fleet) {}

    /** A value, or what is said in its place. */
    private record Outcome<T>(@Nullable T value, @Nullable Problem excuse) {}

    /** The last states stay on screen. FX thread. */
    @Override
    public void close() {
        observations.forEach(Latest.Observation::close);
        queries.values().forEach(Subscription::unsubscribe);
    }

    private static final class Asked<Q, S> {

        private final Screen<Q, S> screen;
        private final Q query;
        private @Nullable Object shown;
        /** Which reading was answered last. Written on the projector only. */
        private volatile long answered;

        Asked(Screen<Q, S> screen, Q query) {
            this.screen = screen;
            this.query = query;
        }

        /** Whether this reading is yet to be answered. */
        boolean begin(long reading) {
            boolean other = reading != answered;
            answered = reading;
            return other;
        }

        Runnable answer(Fleet fleet) {
            S state = screen.project(fleet, query);
            return () -> print(state, () -> screen.show(state));
        }

        Runnable excuse(Problem why) {
            return () -> print(why, () -> screen.excuse(why));
        }

        private void print(@Nullable Object newest, Runnable print) {
            if (!Objects.equals(newest, shown)) {
                shown = newest;
                print.run();
            }
        }
    }
}
