package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import tessera.gpu.ReportedMigPlacements;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.TextLabelFactory;

/**
 * Line above MIG layouts with the source of the placements and a button that queries the driver. What the cluster publishes
 * is read without being asked for. FX thread.
 */
final class MigPlacementSourceLine {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigPlacementSourceLine.class);

    private final OpenClusterSource services;
    private final ObservableValue<Instant> now;
    private final ObjectProperty<ReportedMigPlacements> placementsProperty = new SimpleObjectProperty<>(
            ReportedMigPlacements.NOTHING);
    private final Label text = TextLabelFactory.wrapped("", "caption", "muted");
    private final Button ask = new Button(MESSAGES.text("placement.read"));
    private final BackgroundQuery<ReportedMigPlacements> published = new BackgroundQuery<>(this::showPlacements,
            _ -> {});
    private final BackgroundQuery<ReportedMigPlacements> backgroundQuery = new BackgroundQuery<>(this::showAnswer,
            this::showProblem);
    private String node = "";
    private boolean queried;
    private boolean exact;

    MigPlacementSourceLine(OpenClusterSource services, ObservableValue<Instant> now) {
        this.services = services;
        this.now = now;
        ask.setId("mig-ask");
        ask.setMinWidth(Region.USE_PREF_SIZE);
        ask.setOnAction(event -> queryDriver());
        text.setId("mig-told");
        now.addListener((time, before, current) -> showAge());
    }

    /** Returns the button that queries the driver. */
    Button queryButton() {
        return ask;
    }

    /** Returns the effect of a query, the source of the placements, or why there is none. */
    Label sourceLabel() {
        return text;
    }

    /** Returns the placements of instances; nothing until they were reported. */
    ObjectProperty<ReportedMigPlacements> placementsProperty() {
        return placementsProperty;
    }

    /** Prepares for another object. */
    void clear() {
        node = "";
        queried = false;
        published.cancel();
        backgroundQuery.cancel();
        placementsProperty.set(ReportedMigPlacements.NOTHING);
        ask.setDisable(false);
        text.setText(MESSAGES.text("placement.how"));
        offerQuery();
    }

    /** Offers to query the driver unless all placements are known without it. */
    void showExactness(boolean allExact) {
        exact = allExact;
        offerQuery();
    }

    private void offerQuery() {
        ask.setText(queried ? MESSAGES.text("yaml.reload") : MESSAGES.text("placement.read"));
        JavaFxNodeVisibility.setShown(ask, queried || !exact);
    }

    /** Reads the known placements of a node once, without querying its driver. */
    void readKnown(String name) {
        if (!name.equals(node)) {
            clear();
            node = name;
            published.submit(() -> services.clusterServices().placementSource().readKnown(name));
        }
    }

    private void queryDriver() {
        var name = node;
        ask.setDisable(true);
        text.setText(MESSAGES.text("placement.reading"));
        backgroundQuery.submit(() -> services.clusterServices().placementSource()
                .queryDriver(services.snapshots().get().findNode(name).orElseThrow(() -> new ProblemException(
                        Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("placement.nodeGone"))))));
    }

    private void showAnswer(ReportedMigPlacements answer) {
        queried = answer.hasAny();
        showPlacements(answer);
    }

    private void showPlacements(ReportedMigPlacements reportedPlacements) {
        ask.setDisable(false);
        if (reportedPlacements.hasAny()) {
            placementsProperty.set(reportedPlacements);
            showAge();
            offerQuery();
        }
    }

    private void showAge() {
        var reportedPlacements = placementsProperty.get();
        if (reportedPlacements.hasAny()) {
            text.setText(MESSAGES.text("placement.source", reportedPlacements.source(),
                    AgeFormatter.brief(Duration.between(reportedPlacements.at(), now.getValue()))));
        }
    }

    private void showProblem(Problem problem) {
        ask.setDisable(false);
        text.setText(problem.problemText() + (problem.remedy().isEmpty() ? "" : " " + problem.remedy()));
    }
}
