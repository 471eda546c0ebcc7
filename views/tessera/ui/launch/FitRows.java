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
import tessera.model.SentenceText;
import tessera.scheduling.FilterFailure;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.LaunchOutcome.QueueRoom.QueueVerdict;
import tessera.scheduling.NodeFit;
import tessera.scheduling.PodFit.FitOutcome;
import tessera.scheduling.RemedySuggestion;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.change.OfferButtons;
import tessera.ui.change.RemedyChanges;
import tessera.ui.inspect.NodeGroups;
import tessera.ui.kit.CommandRow;
import tessera.ui.kit.LastRow;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** How some pods that are alike would fare, as rows: the verdict, quotas, what would help, what each node says. FX thread. */
final class FitRows {

    private final LaunchOutcome launch;
    private final String called;
    private final RemedyChanges remedies;

    /** @param called which pods these are */
    FitRows(LaunchOutcome launch, String called, RemedyChanges remedies) {
        this.launch = launch;
        this.called = called;
        this.remedies = remedies;
    }

    /** Why what would make it fit cannot be begun. */
    Stream<Optional<String>> reasons() {
        return launch.advice().stream().flatMap(each -> offers(each).stream()).map(ChangeOffer::reason);
    }

    private List<ChangeOffer> offers(RemedySuggestion suggestion) {
        return remedies.offers(launch.of(), launch.fit().wish(), suggestion.remedy());
    }

    /** @param named whether it has to be said which pods these are */
    Node of(boolean named) {
        var rows = LastRow.of(new VBox(6));
        if (named) {
            rows.getChildren()
                    .add(SelectableText.wrapped("%s: %s".formatted(called, NumberText.of(launch.wanted(), "pod")),
                            "strong", "small"));
        }
        rows.getChildren().add(SelectableText.told(sign(), launch.verdict(), "small"));
        launch.refusals().forEach(refusal -> rows.getChildren()
                .add(SelectableText.told(StatusGlyph.BROKEN, SentenceText.begun(refusal.words()), "small")));
        for (var quota : launch.quotas()) {
            rows.getChildren()
                    .add(SelectableText.told(quota.pods() < launch.wanted() ? StatusGlyph.WARNING : StatusGlyph.INFO,
                            quota.words(), "small"));
        }
        launch.queues().forEach(queue -> rows.getChildren()
                .add(SelectableText.told(sign(queue.standing()), queue.words(), "small")));
        if (!launch.served()) {
            help(rows);
        }
        launch.fit().groups().forEach(group -> rows.getChildren()
                .add(NodeGroups.row(group, this::name)));
        launch.fit().unknown().forEach(each -> unknown(each, rows));
        launch.unknown().forEach(each -> unknown(each, rows));
        return rows;
    }

    private StatusGlyph sign() {
        return launch.served() ? StatusGlyph.READY
                : !launch.refusals().isEmpty() || launch.fit().outcome() == FitOutcome.NEVER
                        || launch.fit().outcome() == FitOutcome.REFUSED ? StatusGlyph.BROKEN
                                : StatusGlyph.WAITING;
    }

    private static StatusGlyph sign(QueueVerdict standing) {
        return switch (standing) {
            case ADMITS -> StatusGlyph.INFO;
            case BORROWS, HOLDS -> StatusGlyph.WARNING;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
    }

    private void help(VBox rows) {
        if (launch.advice().isEmpty() && launch.quotaAdvice().isEmpty()) {
            return;
        }
        rows.getChildren().add(SelectableText.label("What would make it fit", "strong", "small"));
        launch.quotaAdvice()
                .forEach(words -> rows.getChildren().add(SelectableText.told(StatusGlyph.INFO, words, "small")));
        launch.advice().forEach(each -> rows.getChildren().add(suggestion(each)));
    }

    private Node suggestion(RemedySuggestion suggestion) {
        var words = new VBox(4, SelectableText.wrapped(suggestion.words(), "small"));
        var offers = offers(suggestion);
        if (!offers.isEmpty()) {
            var buttons = new FlowPane(8, 4);
            OfferButtons.of(offers).forEach(button -> {
                button.maxWidthProperty().bind(buttons.widthProperty());
                buttons.getChildren().add(button);
            });
            words.getChildren().add(buttons);
        } else if (!suggestion.command().isEmpty()) {
            words.getChildren().add(CommandRow.of(suggestion.command(), "small"));
        }
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        var row = new HBox(8, StatusGlyph.INFO.node(), words);
        row.getStyleClass().add("told");
        return row;
    }

    private static void unknown(String words, VBox rows) {
        rows.getChildren().add(SelectableText.told(StatusGlyph.UNREACHABLE, words, "small", "muted"));
    }

    private Node name(NodeFit node) {
        var name = SelectableText.label(node.name(), "small");
        name.setTooltip(new Tooltip(node.objections().isEmpty() ? "Takes it now"
                : String.join("\n", node.objections().stream().map(FilterFailure::words).toList())));
        var box = new HBox(4, name);
        long count = launch.capacity().nodes().getOrDefault(node.name(), 0L);
        if (count > 0 && !launch.everyNode()) {
            box.getChildren().add(SelectableText.label("× " + count, "caption"));
        }
        box.setAlignment(Pos.BASELINE_LEFT);
        return box;
    }
}
