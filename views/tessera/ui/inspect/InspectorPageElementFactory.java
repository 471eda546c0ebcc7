package tessera.ui.inspect;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import javafx.beans.property.BooleanProperty;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.PodListCompleteness;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.ui.inspect.InspectorState.ConditionLine;
import tessera.ui.inspect.InspectorState.InspectorNameValue;
import tessera.ui.inspect.InspectorState.NodeOrWorkloadPods;
import tessera.ui.inspect.InspectorState.ResourceHolderPod;
import tessera.ui.inspect.InspectorState.ResourceUseLine;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DrawnRowLimit;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LastRowStyleMarker;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Building blocks of the inspector's pages. */
final class InspectorPageElementFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorPageElementFactory.class);

    /** As wide as the names of usual resources, so that the values of all sections begin below each other. */
    private static final double NAMES = 132;
    private static final double VALUES = 104;
    private static final double LONGEST_NAME = 236;
    private static final Font NAME = Font.font("Tessera Sans", 12);
    private static final Pattern WORDS = Pattern.compile("(?<=[/.\\-_])");

    private InspectorPageElementFactory() {}

    static VBox section(String title, Node... content) {
        var box = LastRowStyleMarker.markIn(new VBox(8));
        box.getStyleClass().add("inspector-section");
        if (!title.isEmpty()) {
            box.getChildren().add(TextLabelFactory.wrapped(title, "section-title"));
        }
        box.getChildren().addAll(content);
        return box;
    }

    /** Returns the problem of a page, with nodes that lead on. */
    static VBox problemSection(Problem problem, Node... ways) {
        var box = section(problem.headline(), TextLabelFactory.wrapped(problem.detail(), "mono"),
                TextLabelFactory.wrapped(problem.remedy(), "muted"));
        box.getChildren().addAll(ways);
        return box;
    }

    static GridPane factsGrid(List<InspectorNameValue> facts) {
        return factsGrid(facts, object -> {});
    }

    /**
     * Lays out facts in two columns; a name stands once for all rows below it that share it.
     *
     * @param open called with what a fact is about
     */
    static GridPane factsGrid(List<InspectorNameValue> facts, Consumer<ObjectRef> open) {
        var grid = new GridPane(12, 6);
        var textMeasurer = new CanvasTextMeasurer();
        int row = 0;
        var above = "";
        for (var fact : DrawnRowLimit.shownRows(facts)) {
            var shown = fact.name().equals(above) ? "" : fact.name();
            above = fact.name();
            var name = TextLabelFactory.wrapped(breakName(shown, textMeasurer), "small", "muted");
            name.setMinWidth(Math.clamp(widestLine(name.getText(), textMeasurer) + 2, NAMES, LONGEST_NAME + 4));
            name.setMaxWidth(LONGEST_NAME + 4);
            GridPane.setValignment(name, VPos.TOP);
            var value = valueNode(fact, open);
            value.setMinWidth(VALUES);
            GridPane.setValignment(value, VPos.TOP);
            GridPane.setHgrow(value, Priority.ALWAYS);
            grid.addRow(row++, name, value);
        }
        addRemainder(grid, row, facts);
        return grid;
    }

    private static void addRemainder(GridPane grid, int row, List<?> rows) {
        DrawnRowLimit.addRemainder(rows, line -> grid.add(line, 0, row, GridPane.REMAINING, 1));
    }

    private static Region valueNode(InspectorNameValue fact, Consumer<ObjectRef> open) {
        if (fact.object().isEmpty()) {
            if (WrappingLabelFactory.needsWrapping(fact.value())) {
                return WrappingLabelFactory.regionOf(fact.value());
            }
            return TextLabelFactory.wrapped(fact.value(), "small");
        }
        var link = InputControlFactory.link(fact.value(), () -> open.accept(fact.object().get()), "small", "fact-link");
        link.setWrapText(true);
        return link;
    }

    /** Breaks a name into as many lines as it needs, at punctuation rather than inside a word. */
    private static String breakName(String name, CanvasTextMeasurer textMeasurer) {
        var lines = new StringBuilder();
        var line = "";
        for (var piece : WORDS.splitAsStream(name).toList()) {
            if (!line.isEmpty() && textMeasurer.width(line + piece, NAME) > LONGEST_NAME) {
                lines.append(line).append('\n');
                line = "";
            }
            line += piece;
        }
        return lines.append(line).toString();
    }

    private static double widestLine(String lines, CanvasTextMeasurer textMeasurer) {
        return Math.ceil(lines.lines().mapToDouble(line -> textMeasurer.width(line, NAME)).max().orElse(0));
    }

    static GridPane usesGrid(List<ResourceUseLine> uses) {
        var grid = new GridPane(12, 6);
        int row = 0;
        for (var use : DrawnRowLimit.shownRows(uses)) {
            var name = TextLabelFactory.label(use.resource(), "mono");
            GridPane.setHgrow(name, Priority.ALWAYS);
            var bar = new ProgressBar(use.allocated() < 0 || use.offered() == 0 ? 0
                    : Math.min(1, (double) use.allocated() / use.offered()));
            bar.getStyleClass().add("use-bar");
            var numbers = TextLabelFactory
                    .whole(use.allocated() < 0 ? MESSAGES.text("use.ofOffered", "?", amountText(use, use.offered()))
                            : MESSAGES.text("use.ofOffered",
                                    GroupedNumberFormatter.boundSign(use.bound()) + amountText(use, use.allocated()),
                                    amountText(use, use.offered())),
                            "small");
            GridPane.setHalignment(numbers, HPos.RIGHT);
            grid.addRow(row++, name, bar, numbers);
            if (!use.note().isEmpty()) {
                grid.add(TextLabelFactory.label(use.note(), "small", "danger-text"), 0, row++, 3, 1);
            }
        }
        addRemainder(grid, row, uses);
        return grid;
    }

    private static String amountText(ResourceUseLine use, long number) {
        return switch (use.resource()) {
            case ResourceAmounts.CPU -> GroupedNumberFormatter.cores(number);
            case ResourceAmounts.MEMORY -> GroupedNumberFormatter.bytes(number);
            default -> GroupedNumberFormatter.count(number);
        };
    }

    static GridPane conditionsGrid(List<ConditionLine> conditions) {
        var grid = new GridPane(8, 6);
        int row = 0;
        for (var condition : DrawnRowLimit.shownRows(conditions)) {
            var name = TextLabelFactory.label(condition.name(), "small");
            name.setTooltip(new Tooltip(condition.message()));
            GridPane.setHgrow(name, Priority.ALWAYS);
            grid.addRow(row++, condition.glyph().node(), name,
                    TextLabelFactory.label(condition.value(), "small", "muted"),
                    TextLabelFactory.label(condition.age(), "small", "muted"));
            if (condition.glyph() != StatusGlyph.READY && !condition.message().isEmpty()) {
                grid.add(TextLabelFactory.wrapped(condition.message(), "small", "muted"), 1, row++, 3, 1);
            }
        }
        addRemainder(grid, row, conditions);
        return grid;
    }

    static String countText(NodeOrWorkloadPods pods) {
        if (pods.sight() == PodListCompleteness.NONE) {
            return "–";
        }
        return GroupedNumberFormatter.atLeast(pods.visible().size(), pods.sight() == PodListCompleteness.ALL);
    }

    /** Returns the pods that hold a GPU; the others are folded below them. */
    static VBox holdersBox(NodeOrWorkloadPods pods, Consumer<ObjectRef> open, BooleanProperty all) {
        var using = pods.visible().stream().filter(pod -> !pod.heldText().isEmpty()).toList();
        var others = pods.visible().stream().filter(pod -> pod.heldText().isEmpty()).toList();
        var box = new VBox(holderRows(using, MESSAGES.text("pods.screen"), open));
        if (using.isEmpty()) {
            box.getChildren().setAll(TextLabelFactory.wrapped(noneText(pods), "small", "muted"));
        }
        if (!others.isEmpty()) {
            var rest = holderRows(others, "", open);
            rest.visibleProperty().bind(all);
            rest.managedProperty().bind(all);
            var toggle = LayoutBoxFactory.withStyle(new Hyperlink(), "inspector-more");
            toggle.setId("inspector-other-pods");
            var count = CountedNoun.POD.countText(others.size());
            toggle.textProperty()
                    .bind(all.map(shown -> MESSAGES.text(shown ? "pods.hideRest" : "pods.showRest", count)));
            toggle.setOnAction(event -> all.set(!all.get()));
            box.getChildren().addAll(toggle, rest);
        }
        return box;
    }

    private static String noneText(NodeOrWorkloadPods pods) {
        return switch (pods.sight()) {
            case ALL -> pods.visible().isEmpty() ? MESSAGES.text("pods.none") : MESSAGES.text("pods.noneWithGpu");
            case SOME ->
                pods.visible().isEmpty() ? MESSAGES.text("pods.noneSeen") : MESSAGES.text("pods.noneSeenWithGpu");
            case NONE -> MESSAGES.text("pods.unknown");
        };
    }

    private static VBox holderRows(List<ResourceHolderPod> pods, String place, Consumer<ObjectRef> open) {
        var box = new VBox(4);
        for (var pod : DrawnRowLimit.shownRows(pods)) {
            var link = InputControlFactory.link(pod.pod().name(), () -> open.accept(pod.pod()));
            link.setMinWidth(0);
            var name = new VBox(TextLabelFactory.label(pod.pod().namespace(), "caption"));
            name.getChildren().addFirst(link);
            HBox.setHgrow(name, Priority.ALWAYS);
            name.setMinWidth(0);
            var right = new VBox(TextLabelFactory
                    .label(pod.heldText().isEmpty() ? MESSAGES.text("pods.noGpu") : pod.heldText(), "mono"),
                    TextLabelFactory.label(pod.status(), "caption"));
            right.setAlignment(Pos.TOP_RIGHT);
            right.setMinWidth(Region.USE_PREF_SIZE);
            var row = LayoutBoxFactory.withStyle(new HBox(8, pod.glyph().node(), name, right), "inspector-row");
            box.getChildren().add(row);
        }
        DrawnRowLimit.addRemainder(pods, place, box.getChildren()::add);
        return box;
    }

    static VBox eventsBox(List<EventSummary> events, Function<EventSummary, String> age) {
        var box = LastRowStyleMarker.markIn(new VBox(0));
        for (var event : DrawnRowLimit.shownRows(events)) {
            var when = TextLabelFactory.whole(age.apply(event), "caption");
            var reason = LayoutBoxFactory.growing(TextLabelFactory
                    .label(event.reason() + (event.count() > 1 ? " × " + event.count() : ""), "strong", "small"));
            var sign = (event.isWarning() ? StatusGlyph.WARNING : StatusGlyph.NONE).node();
            var words = new VBox(2, new HBox(8, reason, when), TextLabelFactory.wrapped(event.message(), "small"),
                    TextLabelFactory.label(event.source(), "caption"));
            HBox.setHgrow(words, Priority.ALWAYS);
            var row = LayoutBoxFactory.withStyle(new HBox(8, sign, words), "inspector-row");
            box.getChildren().add(row);
        }
        DrawnRowLimit.addRemainder(events, box.getChildren()::add);
        if (events.isEmpty()) {
            box.getChildren().add(TextLabelFactory.wrapped(MESSAGES.text("events.none"), "small", "muted"));
        }
        return box;
    }

    /** A value that wraps after punctuation, because image names and paths have no spaces. */
    private static final class WrappingLabelFactory {

        private static final Pattern LONG = Pattern.compile("\\S{32,}");
        /** After a sign, or within what has none for so long that no line would hold it, such as a digest. */
        private static final Pattern PIECE = Pattern.compile("[^\\s/:@\\-_=,]{0,24}[\\s/:@\\-_=,]*");

        private WrappingLabelFactory() {}

        /** Returns whether normal wrapping would break the value within a word. */
        static boolean needsWrapping(String value) {
            return LONG.matcher(value).find();
        }

        static Region regionOf(String value) {
            var box = new VBox();
            value.lines().map(line -> needsWrapping(line) ? wrappedLine(line) : TextLabelFactory.wrapped(line, "small"))
                    .forEach(box.getChildren()::add);
            return box;
        }

        private static Node wrappedLine(String line) {
            var pieces = new FlowPane();
            PIECE.matcher(line).results().map(found -> found.group()).filter(piece -> !piece.isEmpty())
                    .forEach(piece -> pieces.getChildren().add(TextLabelFactory.label(piece, "small")));
            pieces.setAccessibleRole(AccessibleRole.TEXT);
            pieces.setAccessibleText(line);
            return pieces;
        }
    }
}
