package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import tessera.insight.ReportedPlacements;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.SelectableText;

/**
 * The line above MIG layouts that tells who told where instances lie, and has the driver asked. What the cluster publishes
 * is read without being asked for. FX thread.
 */
final class PlacesLine {

    private final AppServices desk;
    private final ObservableValue<Instant> now;
    private final ObjectProperty<ReportedPlacements> told = new SimpleObjectProperty<>(ReportedPlacements.NOTHING);
    private final Label words = SelectableText.wrapped("", "caption", "muted");
    private final Button ask = new Button("Read exact placement");
    private final AsyncQuery<ReportedPlacements> published = new AsyncQuery<>(this::found, _ -> {});
    private final AsyncQuery<ReportedPlacements> asked = new AsyncQuery<>(this::found, this::failed);
    private String node = "";

    PlacesLine(AppServices desk, ObservableValue<Instant> now) {
        this.desk = desk;
        this.now = now;
        ask.setId("mig-ask");
        ask.setMinWidth(Region.USE_PREF_SIZE);
        ask.setOnAction(event -> ask());
        words.setId("mig-told");
        now.addListener((time, before, current) -> age());
    }

    /** Asks the driver. */
    Button button() {
        return ask;
    }

    /** What that takes, who told, or why nobody did. */
    Label words() {
        return words;
    }

    /** Where instances lie; nothing until somebody told it. */
    ObjectProperty<ReportedPlacements> toldProperty() {
        return told;
    }

    /** Begins with another object. */
    void clear() {
        node = "";
        published.cancel();
        asked.cancel();
        told.set(ReportedPlacements.NOTHING);
        ask.setDisable(false);
        words.setText("Reading it runs nvidia-smi in a container of the node’s GPU stack.");
    }

    /** Reads what is known of a node without asking its driver, once. */
    void read(String name) {
        if (!name.equals(node)) {
            clear();
            node = name;
            published.ask(() -> desk.reached().places().known(name));
        }
    }

    private void ask() {
        var name = node;
        ask.setDisable(true);
        words.setText("Asking the driver…");
        asked.ask(() -> desk.reached().places().asked(desk.snapshots().get().node(name).orElseThrow(() -> new Failure(
                Problem.of(ProblemKind.NOT_FOUND, "The node is no longer in the cluster")))));
    }

    private void found(ReportedPlacements places) {
        ask.setDisable(false);
        if (places.any()) {
            told.set(places);
            age();
        }
    }

    private void age() {
        var places = told.get();
        if (places.any()) {
            words.setText("Told by %s, %s ago.".formatted(places.teller(),
                    AgeText.brief(Duration.between(places.at(), now.getValue()))));
        }
    }

    private void failed(Problem why) {
        ask.setDisable(false);
        words.setText(why.sentence() + (why.remedy().isEmpty() ? "" : " " + why.remedy()));
    }
}
