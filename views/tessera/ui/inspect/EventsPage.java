package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.layout.VBox;
import tessera.model.EventFacts;
import tessera.model.ObjectRef;
import tessera.ui.Desk;
import tessera.ui.Rereading;
import tessera.ui.Rereading.Reader;
import tessera.ui.inspect.YamlPage.Problems;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Texts;

/** The inspector's page with what the cluster noted about an object. FX thread. */
final class EventsPage {

    private static final Duration PACE = Duration.ofSeconds(5);

    private final Desk desk;
    private final ObservableValue<Instant> now;
    private final VBox page = new VBox();
    private final Rereading<List<EventFacts>> reading;
    private volatile ObjectRef target = ObjectRef.node("");

    /** @param problem prints why there is nothing to show */
    EventsPage(Desk desk, ObservableValue<Instant> now, Problems problem) {
        this.desk = desk;
        this.now = now;
        reading = new Rereading<>(desk, now, PACE,
                new Reader<>(() -> desk.reached().events(target), this::show, why -> problem.show(page, why),
                        () -> {}));
    }

    VBox node() {
        return page;
    }

    /** Reads them again and again while the page is in sight. */
    void look(ObjectRef object, boolean chosen) {
        if (chosen && (!object.equals(target) || page.getChildren().isEmpty())) {
            target = object;
            page.getChildren().setAll(Sections.section("", Texts.label("Reading…", "muted")));
        }
        reading.watch(chosen);
    }

    /** What is being read is not waited for. */
    void clear() {
        reading.watch(false);
        page.getChildren().clear();
    }

    private void show(List<EventFacts> found) {
        var snapshot = desk.snapshots().get();
        page.getChildren().setAll(Sections.section("",
                Sections.events(found, event -> Ages.since(event.last(), snapshot, now.getValue()))));
    }
}
