package tessera.ui.change;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.CopiedCommandContext;
import tessera.model.RequiredPermission;
import tessera.plan.ObjectChangePreview;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.model.MigLayoutEffect;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.change.mig.MigBeforeAfterPaneFactory;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** A preview: effects at the left, steps, undo and permissions at the right. */
final class PlanPreviewPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanPreviewPane.class);

    private final PlanPreview preview;
    private final List<MigLayoutEffect> divisions;
    private final CopiedCommandContext cluster;
    private final TextField confirmation = InputControlFactory.textField("change-confirm", "");
    private final SideBySidePage node;

    /** @param divisions how GPUs are divided, as they are drawn elsewhere too */
    PlanPreviewPane(PlanPreview preview, List<MigLayoutEffect> divisions, CopiedCommandContext cluster) {
        this.preview = preview;
        this.divisions = divisions;
        this.cluster = cluster;
        node = new SideBySidePage(scrollPane(effectsBox()));
        var how = stepsBox();
        if (!how.getChildren().isEmpty()) {
            var right = LayoutBoxFactory.withStyle(new BorderPane(scrollPane(how)), "change-side");
            if (needsConfirmation() && !preview.isRefused()) {
                right.setBottom(confirmationBox());
            }
            node.setRight(right);
        }
    }

    private static ScrollPane scrollPane(VBox content) {
        return ScrollPaneFactory.fullHeightPane(content);
    }

    Node node() {
        return node;
    }

    /** Returns whether the user has to type something before the change may be made. */
    boolean needsConfirmation() {
        return !preview.plan().confirmationText().isEmpty();
    }

    /** Returns whether the user has confirmed the change, if that is needed. */
    ObservableValue<Boolean> confirmed() {
        return confirmation.textProperty()
                .map(text -> !needsConfirmation() || text.trim().equals(preview.plan().confirmationText()));
    }

    /** Focuses the confirmation, or else the text: no key that is pressed too soon does anything. */
    void focus() {
        if (needsConfirmation()) {
            confirmation.requestFocus();
        } else {
            node.getCenter().requestFocus();
        }
    }

    private VBox effectsBox() {
        var box = new VBox();
        if (preview.isRefused()) {
            var section = ChangePageBlockFactory
                    .section(ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.blocked"), ""));
            preview.refusalReasons()
                    .forEach(reason -> section.getChildren().add(ChangePageBlockFactory.problemBox(reason)));
            box.getChildren().add(section);
        } else if (preview.nothingToDo()) {
            box.getChildren().add(ChangePageBlockFactory.section(
                    TextLabelFactory.withSign(StatusGlyph.READY, MESSAGES.text("preview.nothingToDo"), "strong")));
        }
        if (!divisions.isEmpty()) {
            box.getChildren()
                    .add(ChangePageBlockFactory.section(
                            ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.geometry"),
                                    MESSAGES.text("preview.geometryScale"), MigBeforeAfterPaneFactory.legendNode()),
                            MigBeforeAfterPaneFactory.paneOf(divisions)));
        }
        box.getChildren().addAll(AffectedPodsSectionFactory.sections(preview.effects(), preview.isRefused()));
        // Where there is something to think of, not all that is touched may be known.
        if (preview.effects().leavingPods().isEmpty() && preview.plan().warnings().isEmpty() && !preview.isRefused()
                && !preview.nothingToDo()) {
            box.getChildren().add(ChangePageBlockFactory
                    .section(TextLabelFactory.withSign(StatusGlyph.READY, MESSAGES.text("preview.noPods"), "strong")));
        }
        if (!preview.plan().warnings().isEmpty()) {
            box.getChildren().add(warningsSection());
        }
        // Why it is refused stands above already.
        var changes = preview.changes().stream()
                .filter(change -> change.problem().filter(preview.refusalReasons()::contains).isEmpty()).toList();
        if (!changes.isEmpty()) {
            box.getChildren().add(ObjectDiffSectionFactory.sectionFor(changes));
        }
        return box;
    }

    private VBox warningsSection() {
        var section = ChangePageBlockFactory.section(ChangePageBlockFactory.sectionHead(
                preview.isRefused() ? MESSAGES.text("preview.warningsIfRun") : MESSAGES.text("preview.warnings"), ""));
        preview.plan().warningTexts()
                .forEach(text -> section.getChildren().add(TextLabelFactory.withSign(StatusGlyph.WARNING, text)));
        return section;
    }

    private VBox stepsBox() {
        var box = new VBox();
        var steps = preview.plan().steps();
        boolean offered = !preview.isRefused();
        if (offered && !steps.isEmpty()) {
            box.getChildren()
                    .add(ChangePageBlockFactory.section(
                            ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.steps"),
                                    GroupedNumberFormatter.count(steps.size())),
                            PlanStepListRenderer.plannedSteps(steps, preview.plan().commands().isEmpty())));
            box.getChildren()
                    .add(ChangePageBlockFactory.section(
                            ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.undo"), ""),
                            TextLabelFactory.wrapped(undoText(), "small", "muted")));
        }
        if (offered && !preview.plan().commands().isEmpty()) {
            var byHand = preview.plan().commands().stream().map(cluster::targetCommand)
                    .collect(Collectors.joining("\n"));
            box.getChildren()
                    .add(ChangePageBlockFactory.section(
                            ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.commands"), "",
                                    ChangePageBlockFactory.copyLink(MESSAGES.text("preview.copy"), byHand)),
                            ChangePageBlockFactory.shortenedText(byHand)));
        }
        if (!preview.access().isEmpty()) {
            box.getChildren()
                    .add(ChangePageBlockFactory
                            .section(ChangePageBlockFactory.sectionHead(MESSAGES.text("preview.permissions"),
                                    MESSAGES.text("preview.permissionsSource")), permissionsGrid()));
        }
        return box;
    }

    private String undoText() {
        var ways = preview.plan().steps().stream().flatMap(step -> step.undo().stream()).map(ChangeIntent::summaryText)
                .distinct().toList();
        if (ways.isEmpty()) {
            return MESSAGES.text("preview.irreversible");
        }
        var losesPods = !preview.effects().leavingPods().isEmpty();
        // An edit is undone by another, which is called the same.
        if (ways.size() > 1 || ways.getFirst().equals(preview.intent().summaryText())) {
            return MESSAGES.text("preview.undoRestores", losesPods);
        }
        return MESSAGES.text("preview.undoBy", ways.getFirst(), losesPods);
    }

    private GridPane permissionsGrid() {
        var places = new LinkedHashMap<List<Object>, Set<String>>();
        for (var answer : preview.access()) {
            places.computeIfAbsent(
                    List.of(answer.allowed(), answer.permission().verb(), resourceName(answer.permission())),
                    _ -> new LinkedHashSet<>()).add(answer.permission().namespace());
        }
        var grid = new GridPane(12, 6);
        var grows = new ColumnConstraints();
        grows.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().setAll(new ColumnConstraints(), new ColumnConstraints(), grows);
        int row = 0;
        for (var entry : places.entrySet()) {
            var sign = (entry.getKey().getFirst().equals(true) ? StatusGlyph.READY : StatusGlyph.BROKEN).node();
            GridPane.setValignment(sign, VPos.CENTER);
            grid.addRow(row++, sign, TextLabelFactory.label(entry.getKey().get(1).toString(), "mono"),
                    TextLabelFactory.label(entry.getKey().get(2).toString(), "small"),
                    TextLabelFactory.label(namespacesText(entry.getValue()), "small", "muted"));
        }
        return grid;
    }

    private static String resourceName(RequiredPermission permission) {
        return permission.resource() + OptionalText.prefixed("/", permission.subresource());
    }

    private static String namespacesText(Set<String> namespaces) {
        var first = namespaces.iterator().next();
        if (first.isEmpty()) {
            return MESSAGES.text("preview.cluster");
        }
        return namespaces.size() == 1 ? first : MESSAGES.text("preview.namespaces", namespaces.size());
    }

    private Node confirmationBox() {
        var text = preview.plan().confirmationText();
        confirmation.setAccessibleText(MESSAGES.text("preview.confirm", text));
        var asked = LayoutBoxFactory.row(6, StatusGlyph.WARNING.node(),
                TextLabelFactory.label(MESSAGES.text("preview.confirmBefore")),
                TextLabelFactory.label(text, "mono", "strong"),
                TextLabelFactory.label(MESSAGES.text("preview.confirmAfter")));
        var box = ChangePageBlockFactory.section(asked, confirmation);
        box.getStyleClass().add("change-confirmation");
        return box;
    }

    /** Changes of objects line by line, as the server returns them. */
    private static final class ObjectDiffSectionFactory {

        private static final int MOST_OBJECTS = 12;
        private static final int MOST_LINES = 200;

        private ObjectDiffSectionFactory() {}

        static Node sectionFor(List<ObjectChangePreview> changes) {
            long unasked = changes.stream().filter(change -> !change.dryRun()).count();
            var box = ChangePageBlockFactory.section(ChangePageBlockFactory.sectionHead(
                    MESSAGES.text("preview.changes"), MESSAGES.text("preview.dryRun", changes.size(), unasked)));
            changes.stream().limit(MOST_OBJECTS).map(ObjectDiffSectionFactory::objectDiff)
                    .forEach(box.getChildren()::add);
            if (changes.size() > MOST_OBJECTS) {
                box.getChildren().add(expandLink(changes.size() - MOST_OBJECTS,
                        () -> changes.stream().skip(MOST_OBJECTS).map(ObjectDiffSectionFactory::objectDiff)));
            }
            return box;
        }

        /** Returns a link that draws the remaining parts when it is clicked. */
        private static Node expandLink(int count, Supplier<Stream<Node>> parts) {
            var all = new Hyperlink(MESSAGES.text("more.show", GroupedNumberFormatter.count(count)));
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
                box.getChildren().add(TextLabelFactory.label(MESSAGES.text("preview.unchanged"), "small", "muted"));
            }
            lines.stream().limit(MOST_LINES).map(ObjectDiffSectionFactory::diffLine).forEach(box.getChildren()::add);
            if (lines.size() > MOST_LINES) {
                box.getChildren().add(expandLink(lines.size() - MOST_LINES,
                        () -> lines.stream().skip(MOST_LINES).map(ObjectDiffSectionFactory::diffLine)));
            }
            change.conflicts().forEach(
                    conflict -> box.getChildren().add(TextLabelFactory.wrapped(conflict, "small", "warn-text")));
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
}
