package tessera.ui.change;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import tessera.plan.ObjectChangePreview;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/** Changes of objects line by line, as the server returns them. */
final class ObjectDiffSectionFactory {

    private static final int MOST_OBJECTS = 12;
    private static final int MOST_LINES = 200;

    private ObjectDiffSectionFactory() {}

    private static String diffText(List<ObjectChangePreview> changes) {
        long unasked = changes.stream().filter(change -> !change.dryRun()).count();
        return ", from its own dry run" + (unasked == 0 ? ""
                : "; %d as %s sent".formatted(unasked,
                        unasked == 1 ? "it is" : "they are"));
    }

    static Node sectionFor(List<ObjectChangePreview> changes) {
        var box = ChangePageBlockFactory
                .section(ChangePageBlockFactory.sectionHead("What the server would make of it",
                        GroupedNumberFormatter.withNoun(changes.size(), "object")
                                + diffText(changes)));
        changes.stream().limit(MOST_OBJECTS).map(ObjectDiffSectionFactory::objectDiff).forEach(box.getChildren()::add);
        if (changes.size() > MOST_OBJECTS) {
            box.getChildren().add(expandLink(changes.size() - MOST_OBJECTS,
                    () -> changes.stream().skip(MOST_OBJECTS).map(ObjectDiffSectionFactory::objectDiff)));
        }
        return box;
    }

    /** Returns a link that draws the remaining parts when it is clicked. */
    private static Node expandLink(int count, Supplier<Stream<Node>> parts) {
        var all = new Hyperlink("Show %s more".formatted(GroupedNumberFormatter.count(count)));
        var box = new VBox(8, all);
        all.setOnAction(event -> box.getChildren().setAll(parts.get().toList()));
        return box;
    }

    private static Node objectDiff(ObjectChangePreview change) {
        var box = new VBox(TextLabelFactory.label(change.object().toString(), "mono", "diff-object"));
        box.getStyleClass().add("diff");
        if (change.problem().isPresent()) {
            box.getChildren().add(ChangePageBlockFactory.problemBox(change.problem().get()));
            return box;
        }
        var lines = change.diff().lines().skip(2).toList();
        if (lines.isEmpty()) {
            box.getChildren().add(TextLabelFactory.label("stays as it is", "small", "muted"));
        }
        lines.stream().limit(MOST_LINES).map(ObjectDiffSectionFactory::diffLine).forEach(box.getChildren()::add);
        if (lines.size() > MOST_LINES) {
            box.getChildren()
                    .add(expandLink(lines.size() - MOST_LINES,
                            () -> lines.stream().skip(MOST_LINES).map(ObjectDiffSectionFactory::diffLine)));
        }
        change.conflicts()
                .forEach(conflict -> box.getChildren().add(TextLabelFactory.wrapped(conflict, "small", "warn-text")));
        return box;
    }

    private static Label diffLine(String text) {
        var label = TextLabelFactory.label(text, "mono", "diff-line");
        label.setMaxWidth(Double.MAX_VALUE);
        switch (text.isEmpty() ? ' ' : text.charAt(0)) {
            case '+' -> label.getStyleClass().add("added");
            case '-' -> label.getStyleClass().add("removed");
            case '@' -> label.getStyleClass().add("muted");
            default -> {
                // what stays
            }
        }
        return label;
    }
}
