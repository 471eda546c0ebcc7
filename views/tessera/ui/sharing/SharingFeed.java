package tessera.ui.sharing;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.survey.SharingSetup;
import tessera.ui.Desk;
import tessera.ui.Lookup;

/** Asks the cluster that is open how its device plugins are told to share, as long as somebody looks. FX thread. */
final class SharingFeed {

    private static final Duration PACE = Duration.ofSeconds(10);

    private final ReadOnlyObjectWrapper<Told> told = new ReadOnlyObjectWrapper<>(new Told.NotYet());
    private final Desk desk;
    private final ObservableValue<Instant> now;
    private final Lookup<SharingSetup> lookup = new Lookup<>(setup -> told().set(new Told.Known(setup)),
            why -> told().set(new Told.Unknown(why)));
    private Instant asked = Instant.MIN;
    private String cluster = "";
    private boolean watched;

    SharingFeed(Desk desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        now.addListener((property, before, moment) -> ask());
    }

    private ReadOnlyObjectWrapper<Told> told() {
        return told;
    }

    ReadOnlyObjectProperty<Told> toldProperty() {
        return told.getReadOnlyProperty();
    }

    /** Whether somebody looks. */
    void watch(boolean looks) {
        watched = looks;
        again();
        if (!looks) {
            lookup.cancel();
        }
    }

    /** Asks at once, because something may be otherwise. */
    void again() {
        asked = Instant.MIN;
        ask();
    }

    private void ask() {
        var moment = now.getValue();
        var open = desk.clusters().get().open();
        boolean other = !open.equals(cluster);
        boolean due = asked.equals(Instant.MIN) || Duration.between(asked, moment).compareTo(PACE) >= 0;
        if (watched && (due || other)) {
            if (other) {
                told.set(new Told.NotYet());
            }
            cluster = open;
            asked = moment;
            lookup.ask(() -> desk.reached().lookups().sharing());
        }
    }
}
