package tessera.ui.operator;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.stack.StackObjects;
import tessera.ui.Desk;
import tessera.ui.Rereading;
import tessera.ui.Rereading.Reader;

/** What was last read of the objects of the GPU stack. FX thread. */
final class StackFeed {

    private static final Duration PACE = Duration.ofSeconds(15);

    private final ReadOnlyObjectWrapper<StackSighting> sighting = new ReadOnlyObjectWrapper<>(StackSighting.NOTHING);
    private final Rereading<StackObjects> reading;

    StackFeed(Desk desk, ObservableValue<Instant> now) {
        reading = new Rereading<>(desk, now, PACE, new Reader<>(() -> desk.reached().stack().read(),
                newest -> sighting.set(sighting.get().with(newest)), why -> sighting.set(sighting.get().without(why)),
                () -> sighting.set(StackSighting.NOTHING)));
    }

    ReadOnlyObjectProperty<StackSighting> sightingProperty() {
        return sighting.getReadOnlyProperty();
    }

    Rereading<StackObjects> reading() {
        return reading;
    }
}
