package tessera.ui.launch;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.scheduling.NodeFitResult;
import tessera.scheduling.PodFitResult.FitOutcome;
import tessera.scheduling.PredictedNodeFilterFailure;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.PredictedPodPlacement.KueueAdmissionForecast.KueueAdmissionVerdict;
import tessera.scheduling.SchedulingRemedy;
import tessera.text.MessageCatalog;
import tessera.ui.change.ChangeButtonFactory;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.change.SchedulingRemedyOfferBuilder;
import tessera.ui.inspect.NodeFitGroupRenderer;
import tessera.ui.kit.CopyableCommandRowFactory;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.LastRowStyleMarker;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Fit of one kind of pod as rows: result, quotas, remedies, node answers. FX thread. */
final class PodFitRows {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodFitRows.class);

    private final PredictedPodPlacement launch;
    private final String displayName;
    private final SchedulingRemedyOfferBuilder remedies;

    /** @param displayName which pods these are */
    PodFitRows(PredictedPodPlacement launch, String displayName, SchedulingRemedyOfferBuilder remedies) {
        this.launch = launch;
        this.displayName = displayName;
        this.remedies = remedies;
    }

    /** Returns why the changes of the remedies cannot be begun. */
    Stream<Optional<String>> offerBlockers() {
        return launch.remedies().stream().flatMap(suggestion -> offersFor(suggestion).stream())
                .map(OfferedChange::reason);
    }

    private List<OfferedChange> offersFor(SchedulingRemedy suggestion) {
        return remedies.offers(launch.owner(), launch.fit().podSpec(), suggestion.remedy());
    }

    /** @param named whether it has to be said which pods these are */
    Node rowsNode(boolean named) {
        var rows = LastRowStyleMarker.markIn(new VBox(6));
        if (named) {
            rows.getChildren().add(TextLabelFactory.wrapped(
                    "%s: %s".formatted(displayName, CountedNoun.POD.countText(launch.podCount())), "strong", "small"));
        }
        rows.getChildren().add(TextLabelFactory.withSign(resultSign(), launch.summaryText(), "small"));
        launch.refusals().forEach(refusal -> rows.getChildren()
                .add(TextLabelFactory.withSign(StatusGlyph.BROKEN, refusal.text(), "small")));
        for (var quota : launch.quotas()) {
            rows.getChildren()
                    .add(TextLabelFactory.withSign(
                            quota.podCount() < launch.podCount() ? StatusGlyph.WARNING : StatusGlyph.INFO,
                            quota.remainderText(), "small"));
        }
        launch.queues().forEach(queue -> rows.getChildren()
                .add(TextLabelFactory.withSign(queueSign(queue.verdict()), queue.text(), "small")));
        if (!launch.areAllPlaced()) {
            addRemedies(rows);
        }
        launch.fit().groupNodes()
                .forEach(group -> rows.getChildren().add(NodeFitGroupRenderer.groupRow(group, this::nodeName)));
        launch.fit().unknownFacts().forEach(each -> addUnknown(each, rows));
        launch.unknown().forEach(each -> addUnknown(each, rows));
        return rows;
    }

    private StatusGlyph resultSign() {
        if (launch.areAllPlaced()) {
            return StatusGlyph.READY;
        }
        if (!launch.refusals().isEmpty() || launch.fit().outcome() == FitOutcome.NEVER
                || launch.fit().outcome() == FitOutcome.REFUSED) {
            return StatusGlyph.BROKEN;
        }
        return StatusGlyph.WAITING;
    }

    private static StatusGlyph queueSign(KueueAdmissionVerdict admissionVerdict) {
        return switch (admissionVerdict) {
            case ADMITS -> StatusGlyph.INFO;
            case BORROWS, HOLDS -> StatusGlyph.WARNING;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
    }

    private void addRemedies(VBox rows) {
        if (launch.remedies().isEmpty() && launch.quotaRemedyTexts().isEmpty()) {
            return;
        }
        rows.getChildren().add(TextLabelFactory.label(MESSAGES.text("fit.remedies"), "strong", "small"));
        launch.quotaRemedyTexts()
                .forEach(text -> rows.getChildren().add(TextLabelFactory.withSign(StatusGlyph.INFO, text, "small")));
        launch.remedies().forEach(suggestion -> rows.getChildren().add(remedyRow(suggestion)));
    }

    private Node remedyRow(SchedulingRemedy suggestion) {
        var words = new VBox(4, TextLabelFactory.wrapped(suggestion.text(), "small"));
        var offers = offersFor(suggestion);
        if (!offers.isEmpty()) {
            var buttons = new FlowPane(8, 4);
            ChangeButtonFactory.buttonsFor(offers).forEach(button -> {
                button.maxWidthProperty().bind(buttons.widthProperty());
                buttons.getChildren().add(button);
            });
            words.getChildren().add(buttons);
        } else if (!suggestion.command().isEmpty()) {
            words.getChildren().add(CopyableCommandRowFactory.rowFor(suggestion.command(), "small"));
        }
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        return LayoutBoxFactory.withStyle(new HBox(8, StatusGlyph.INFO.node(), words), "told");
    }

    private static void addUnknown(String text, VBox rows) {
        rows.getChildren().add(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, text, "small", "muted"));
    }

    private Node nodeName(NodeFitResult node) {
        var name = TextLabelFactory.label(node.name(), "small");
        name.setTooltip(new Tooltip(node.failures().isEmpty() ? MESSAGES.text("fit.fits")
                : String.join("\n", node.failures().stream().map(PredictedNodeFilterFailure::text).toList())));
        var box = new HBox(4, name);
        long count = launch.capacity().podsByNode().getOrDefault(node.name(), 0L);
        if (count > 0 && !launch.onEveryNode()) {
            box.getChildren().add(TextLabelFactory.label("× " + count, "caption"));
        }
        box.setAlignment(Pos.BASELINE_LEFT);
        return box;
    }
}
