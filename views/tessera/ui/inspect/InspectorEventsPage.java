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
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.inspect.InspectorYamlPage.YamlProblemRenderer;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.TextLabelFactory;

/** The inspector's page with the events of an object. FX thread. */
final class InspectorEventsPage {

    private static final Duration PACE = Duration.ofSeconds(5);

    private final AppServices services;
    private final ObservableValue<Instant> now;
    private final VBox page = new VBox();
    private final PollingQuery<List<EventSummary>> reading;
    private volatile ObjectRef target = ObjectRef.node("");

    /** @param problem prints why there is nothing to show */
    InspectorEventsPage(AppServices services, ObservableValue<Instant> now, YamlProblemRenderer problem) {
        this.services = services;
        this.now = now;
        reading = new PollingQuery<>(services, now, PACE,
                new PollingQueryCallbacks<>(() -> services.clusterServices().eventsOf(target), this::showEvents,
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
                    .setAll(InspectorPageElementFactory.section("", TextLabelFactory.label("Reading…", "muted")));
        }
        reading.setWatched(chosen);
    }

    /** Cancels pending reads. */
    void clear() {
        reading.setWatched(false);
        page.getChildren().clear();
    }

    private void showEvents(List<EventSummary> found) {
        var clusterSnapshot = services.snapshots().get();
        page.getChildren().setAll(InspectorPageElementFactory.section("",
                InspectorPageElementFactory.eventsBox(found,
                        event -> AgeFormatter.ageOf(event.last(), clusterSnapshot, now.getValue()))));
    }
}
