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
import tessera.fit.Fit.Outcome;
import tessera.fit.Launch;
import tessera.fit.Launch.QueueRoom.Standing;
import tessera.fit.NodeFit;
import tessera.fit.Objection;
import tessera.fit.Suggestion;
import tessera.model.Sentences;
import tessera.ui.change.NodeChanges.Offer;
import tessera.ui.change.OfferButtons;
import tessera.ui.change.RemedyChanges;
import tessera.ui.inspect.NodeGroups;
import tessera.ui.kit.CommandRow;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.LastRow;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Texts;

/** How some pods that are alike would fare, as rows: the verdict, quotas, what would help, what each node says. FX thread. */
final class FitRows {

    private final Launch launch;
    private final String called;
    private final RemedyChanges remedies;

    /** @param called which pods these are */
    FitRows(Launch launch, String called, RemedyChanges remedies) {
        this.launch = launch;
        this.called = called;
        this.remedies = remedies;
    }

    /** Why what would make it fit cannot be begun. */
    Stream<Optional<String>> reasons() {
        return launch.advice().stream().flatMap(each -> offers(each).stream()).map(Offer::reason);
    }

    private List<Offer> offers(Suggestion suggestion) {
        return remedies.offers(launch.of(), launch.fit().wish(), suggestion.remedy());
    }

    /** @param named whether it has to be said which pods these are */
    Node of(boolean named) {
        var rows = LastRow.of(new VBox(6));
        if (named) {
            rows.getChildren().add(Texts.wrapped("%s: %s".formatted(called, Numbers.of(launch.wanted(), "pod")),
                    "strong", "small"));
        }
        rows.getChildren().add(Texts.told(sign(), launch.verdict(), "small"));
        launch.refusals().forEach(refusal -> rows.getChildren()
                .add(Texts.told(Glyph.BROKEN, Sentences.begun(refusal.words()), "small")));
        for (var quota : launch.quotas()) {
            rows.getChildren().add(Texts.told(quota.pods() < launch.wanted() ? Glyph.WARNING : Glyph.INFO,
                    quota.words(), "small"));
        }
        launch.queues().forEach(queue -> rows.getChildren()
                .add(Texts.told(sign(queue.standing()), queue.words(), "small")));
        if (!launch.served()) {
            help(rows);
        }
        launch.fit().groups().forEach(group -> rows.getChildren()
                .add(NodeGroups.row(group, this::name)));
        launch.fit().unknown().forEach(each -> unknown(each, rows));
        launch.unknown().forEach(each -> unknown(each, rows));
        return rows;
    }

    private Glyph sign() {
        return launch.served() ? Glyph.READY
                : !launch.refusals().isEmpty() || launch.fit().outcome() == Outcome.NEVER
                        || launch.fit().outcome() == Outcome.REFUSED ? Glyph.BROKEN
                                : Glyph.WAITING;
    }

    private static Glyph sign(Standing standing) {
        return switch (standing) {
            case ADMITS -> Glyph.INFO;
            case BORROWS, HOLDS -> Glyph.WARNING;
            case UNKNOWN -> Glyph.UNREACHABLE;
        };
    }

    private void help(VBox rows) {
        if (launch.advice().isEmpty() && launch.quotaAdvice().isEmpty()) {
            return;
        }
        rows.getChildren().add(Texts.label("What would make it fit", "strong", "small"));
        launch.quotaAdvice().forEach(words -> rows.getChildren().add(Texts.told(Glyph.INFO, words, "small")));
        launch.advice().forEach(each -> rows.getChildren().add(suggestion(each)));
    }

    private Node suggestion(Suggestion suggestion) {
        var words = new VBox(4, Texts.wrapped(suggestion.words(), "small"));
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
        var row = new HBox(8, Glyph.INFO.node(), words);
        row.getStyleClass().add("told");
        return row;
    }

    private static void unknown(String words, VBox rows) {
        rows.getChildren().add(Texts.told(Glyph.UNREACHABLE, words, "small", "muted"));
    }

    private Node name(NodeFit node) {
        var name = Texts.label(node.name(), "small");
        name.setTooltip(new Tooltip(node.objections().isEmpty() ? "Takes it now"
                : String.join("\n", node.objections().stream().map(Objection::words).toList())));
        var box = new HBox(4, name);
        long count = launch.capacity().nodes().getOrDefault(node.name(), 0L);
        if (count > 0 && !launch.everyNode()) {
            box.getChildren().add(Texts.label("× " + count, "caption"));
        }
        box.setAlignment(Pos.BASELINE_LEFT);
        return box;
    }
}
