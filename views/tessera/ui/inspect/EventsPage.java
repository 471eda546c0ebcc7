package tessera.ui.inspect;

import java.time.Instant;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.layout.VBox;
import tessera.model.EventFacts;
import tessera.model.ObjectRef;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.inspect.YamlPage.Problems;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Texts;

/** The inspector's page with what the cluster noted about an object. FX thread. */
final class EventsPage {

    private final Desk desk;
    private final ObservableValue<Instant> now;
    private final VBox page = new VBox();
    private final Lookup<List<EventFacts>> lookup;

    /** @param problem prints why there is nothing to show */
    EventsPage(Desk desk, ObservableValue<Instant> now, Problems problem) {
        this.desk = desk;
        this.now = now;
        lookup = new Lookup<>(this::show, why -> problem.show(page, why));
    }

    VBox node() {
        return page;
    }

    void read(ObjectRef object) {
        page.getChildren().setAll(Sections.section("", Texts.label("Reading…", "muted")));
        lookup.ask(() -> desk.reached().events(object));
    }

    /** What is being read is not waited for. */
    void clear() {
        lookup.cancel();
        page.getChildren().clear();
    }

    private void show(List<EventFacts> found) {
        var snapshot = desk.snapshots().get();
        page.getChildren().setAll(Sections.section("",
                Sections.events(found, event -> Ages.since(event.last(), snapshot, now.getValue()))));
    }
}
