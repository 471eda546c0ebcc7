package tessera.ui.sharing;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.survey.SharingSetup;
import tessera.ui.Desk;
import tessera.ui.Rereading;
import tessera.ui.Rereading.Reader;

/** How the device plugins of the cluster that is open are told to share. FX thread. */
final class SharingFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<Told> told = new ReadOnlyObjectWrapper<>(new Told.NotYet());
    private final Rereading<SharingSetup> reading;

    SharingFeed(Desk desk, ObservableValue<Instant> now) {
        reading = new Rereading<>(desk, now, PACE, new Reader<>(() -> desk.reached().lookups().sharing(),
                setup -> told.set(new Told.Known(setup)), why -> told.set(new Told.Unknown(why)),
                () -> told.set(new Told.NotYet())));
    }

    ReadOnlyObjectProperty<Told> toldProperty() {
        return told.getReadOnlyProperty();
    }

    Rereading<SharingSetup> reading() {
        return reading;
    }
}
