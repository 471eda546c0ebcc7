package tessera.ui.operator;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.stack.StackObjects;
import tessera.ui.Desk;
import tessera.ui.Lookup;

/** Reads the objects of the GPU stack again and again, as long as somebody looks at them. FX thread. */
final class StackFeed {

    private static final Duration PACE = Duration.ofSeconds(15);

    private final ReadOnlyObjectWrapper<StackSighting> sighting = new ReadOnlyObjectWrapper<>(StackSighting.NOTHING);
    private final Desk desk;
    private final ObservableValue<Instant> now;
    private final Lookup<StackObjects> lookup = new Lookup<>(
            newest -> sighting().set(sighting().get().with(newest)),
            why -> sighting().set(sighting().get().without(why)));
    private String cluster = "";
    private Instant asked = Instant.MIN;
    private boolean watched;

    StackFeed(Desk desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        now.addListener((property, before, moment) -> ask());
    }

    private ReadOnlyObjectWrapper<StackSighting> sighting() {
        return sighting;
    }

    ReadOnlyObjectProperty<StackSighting> sightingProperty() {
        return sighting.getReadOnlyProperty();
    }

    /** Whether somebody looks. */
    void watch(boolean looks) {
        watched = looks;
        if (looks) {
            again();
        } else {
            lookup.cancel();
        }
    }

    /** Reads at once. */
    void again() {
        asked = Instant.MIN;
        ask();
    }

    private void ask() {
        var open = desk.clusters().get().open();
        if (!open.equals(cluster)) {
            cluster = open;
            asked = Instant.MIN;
            sighting.set(StackSighting.NOTHING);
        }
        var moment = now.getValue();
        boolean due = asked.equals(Instant.MIN) || sighting.get().objects().isEmpty()
                || Duration.between(asked, moment).compareTo(PACE) >= 0;
        if (watched && due) {
            asked = moment;
            lookup.ask(() -> desk.reached().stack().read());
        }
    }
}
