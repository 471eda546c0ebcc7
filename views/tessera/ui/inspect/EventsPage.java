package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.layout.VBox;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;
import tessera.ui.inspect.YamlPage.YamlProblemRenderer;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.SelectableText;

/** The inspector's page with the events of an object. FX thread. */
final class EventsPage {

    private static final Duration PACE = Duration.ofSeconds(5);

    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final VBox page = new VBox();
    private final PollingQuery<List<EventSummary>> reading;
    private volatile ObjectRef target = ObjectRef.node("");

    /** @param problem prints why there is nothing to show */
    EventsPage(AppServices desk, ObservableValue<Instant> now, YamlProblemRenderer problem) {
        this.desk = desk;
        this.now = now;
        reading = new PollingQuery<>(desk, now, PACE,
                new PollingReader<>(() -> desk.clusterServices().eventsOf(target), this::showEvents,
                        why -> problem.showProblem(page, why),
                        () -> {}));
    }

    VBox node() {
        return page;
    }

    /** Reads the events repeatedly while the page is in sight. */
    void look(ObjectRef object, boolean chosen) {
        if (chosen && (!object.equals(target) || page.getChildren().isEmpty())) {
            target = object;
            page.getChildren()
                    .setAll(InspectorPageElementFactory.section("", SelectableText.label("Reading…", "muted")));
        }
        reading.setWatched(chosen);
    }

    /** Cancels pending reads. */
    void clear() {
        reading.setWatched(false);
        page.getChildren().clear();
    }

    private void showEvents(List<EventSummary> found) {
        var clusterSnapshot = desk.snapshots().get();
        page.getChildren().setAll(InspectorPageElementFactory.section("",
                InspectorPageElementFactory.eventsBox(found,
                        event -> AgeText.ageOf(event.last(), clusterSnapshot, now.getValue()))));
    }
}
