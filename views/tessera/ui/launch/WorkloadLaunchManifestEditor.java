package tessera.ui.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.launch.UnmappedManualEdit;
import tessera.launch.WorkloadLaunchDraft;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.plan.PlanPreview;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.change.ManifestErrorFocus;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.yaml.YamlEditorPane;

/**
 * Editor of the manifest that the answers produce, with its unmatched edits and lint findings below. FX thread.
 */
final class WorkloadLaunchManifestEditor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLaunchManifestEditor.class);
    private static final int MOST = 6;
    private static final double WIDEST = 320;
    /** What the command line says to it is no help here. */
    private static final String EMPTY = "manifest-empty";

    private final YamlEditorPane yaml = new YamlEditorPane("launch-yaml");
    private final Label keptEditsLabel = TextLabelFactory.wrapped("", "small", "muted");
    private final Hyperlink anew = new Hyperlink(MESSAGES.text("manifest.reset"));
    private final VBox findings = new VBox(6);
    private final Hyperlink copy = new Hyperlink(MESSAGES.text("manifest.copy"), FontIcon.COPY.node());
    private final Label wanting = TextLabelFactory.wrapped("", "muted");
    private final Hyperlink retryLink = new Hyperlink(MESSAGES.text("manifest.retry"));
    private final Node below;
    private final BorderPane node = new BorderPane();
    private boolean updating;
    private boolean pristine = true;

    /**
     * An empty one.
     *
     * @param typed called when somebody wrote in it
     * @param reset called when what was typed shall go
     * @param fitNode   how its pods would fare
     */
    WorkloadLaunchManifestEditor(Runnable typed, Runnable reset, Node fitNode) {
        copy.getStyleClass().add("copy-link");
        copy.setOnAction(event -> TextLabelFactory.copy(yaml.text()));
        anew.setId("launch-anew");
        anew.setOnAction(event -> reset.run());
        anew.setMinWidth(Region.USE_PREF_SIZE);
        var title = TextLabelFactory.whole(MESSAGES.text("manifest.title"), "section-title");
        var head = LayoutBoxFactory.baselineRow(8, title, LayoutBoxFactory.spacer(), anew, copy);
        keptEditsLabel.setId("launch-kept");
        keptEditsLabel.managedProperty().bind(keptEditsLabel.textProperty().isNotEmpty());
        anew.visibleProperty().bind(anew.managedProperty());
        var top = LayoutBoxFactory.withStyle(new VBox(2, head, keptEditsLabel), "launch-head");
        findings.setId("launch-findings");
        findings.getStyleClass().add("launch-findings");
        below = ScrollPaneFactory.verticalPane(new VBox(findings, fitNode));
        below.getStyleClass().add("launch-below");
        yaml.enableEditing(() -> {
            if (!updating) {
                typed.run();
            }
        });
        wanting.setId("launch-wanting");
        retryLink.setId("launch-again");
        var nothing = new VBox(8, wanting, retryLink);
        nothing.setAlignment(Pos.CENTER_LEFT);
        nothing.setMaxSize(WIDEST, Region.USE_PREF_SIZE);
        nothing.visibleProperty().bind(wanting.visibleProperty());
        clear();
        node.setTop(top);
        node.setCenter(new StackPane(yaml.node(), nothing));
        node.setBottom(below);
        node.getStyleClass().add("launch-outlook");
    }

    Node node() {
        return node;
    }

    /** Goes to the field that a server refuses. */
    void goTo(PlanPreview preview) {
        ManifestErrorFocus.focusField(yaml, preview);
    }

    String text() {
        return yaml.text();
    }

    /** Shows no manifest, and does not allow editing. */
    void clear() {
        putText("");
        pristine = true;
        yaml.allowEditing(false);
        keptEditsLabel.setText("");
        anew.setManaged(false);
        findings.getChildren().clear();
        wanting.setText("");
        retryLink.setVisible(false);
        setPresent(false);
    }

    /** Shows why the cluster's offer is not known, with a retry. */
    void showUnreachable(String reason, Runnable ask) {
        wanting.setText(reason);
        retryLink.setOnAction(event -> ask.run());
        retryLink.setVisible(true);
    }

    /** Shows why there is no manifest, or that the one shown is out of date. */
    void showMissing(String subject) {
        retryLink.setVisible(false);
        if (pristine) {
            wanting.setText(MESSAGES.text("manifest.missing", subject));
        } else {
            findings.getChildren()
                    .setAll(TextLabelFactory.withSign(StatusGlyph.WARNING, MESSAGES.text("manifest.stale"), "small"));
        }
    }

    private void setPresent(boolean there) {
        wanting.setVisible(!there);
        Stream.of(yaml.node(), below, copy).forEach(part -> part.setVisible(there));
    }

    private void putText(String text) {
        updating = true;
        if (pristine) {
            yaml.showNewSubject(text);
            pristine = text.isEmpty();
        } else {
            yaml.replaceText(text);
        }
        updating = false;
    }

    /**
     * Shows a manifest with its findings.
     *
     * @param unchecked what was not looked at; empty where all was
     */
    void show(WorkloadLaunchDraft draft, List<LintFinding> found, String unchecked) {
        putText(draft.text());
        setPresent(true);
        yaml.allowEditing(true);
        keptEditsLabel.setText(draft.unmappedEdits().isEmpty() ? ""
                : MESSAGES.text("manifest.kept", beyondText(draft.unmappedEdits())));
        anew.setManaged(!draft.unmappedEdits().isEmpty() || !draft.syntaxProblem().isEmpty());
        findings.getChildren()
                .setAll(found.isEmpty()
                        ? List.of(TextLabelFactory.withSign(StatusGlyph.READY, MESSAGES.text("manifest.ok"), "small"))
                        : found.stream().collect(
                                Collectors.groupingBy(LintFindingGroupKey::of, LinkedHashMap::new, Collectors.toList()))
                                .values().stream().map(this::findingNode).toList());
        if (!unchecked.isEmpty()) {
            findings.getChildren().add(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, unchecked, "small", "muted"));
        }
    }

    private static String beyondText(List<UnmappedManualEdit> beyond) {
        return SentenceJoiner.listText(beyond.stream().map(UnmappedManualEdit::toString).toList(), MOST);
    }

    /** The common part of a finding that occurs in several objects. */
    private record LintFindingGroupKey(String rule, LintSeverity severity, String reason, List<String> fixTexts) {

        static LintFindingGroupKey of(LintFinding finding) {
            return new LintFindingGroupKey(finding.rule().id(), finding.severity(), finding.reasonText(),
                    fixesOf(finding).stream().map(LintFix::description).toList());
        }
    }

    private static List<LintFix> fixesOf(LintFinding finding) {
        if (finding.alternatives().size() > 1) {
            return finding.alternatives();
        }
        return finding.fix().or(() -> finding.alternatives().stream().findFirst()).stream().toList();
    }

    private Node findingNode(List<LintFinding> alike) {
        var finding = alike.getFirst();
        var glyph = switch (finding.severity()) {
            case ERROR -> StatusGlyph.BROKEN;
            case WARNING -> StatusGlyph.WARNING;
            case HINT -> StatusGlyph.INFO;
        };
        var lines = alike.stream().map(LintFinding::line).distinct().map(String::valueOf).toList();
        var told = TextLabelFactory.withSign(glyph, MESSAGES.text("manifest.finding", lines, finding.reasonText()),
                "small");
        if (finding.rule().id().equals(EMPTY)) {
            return indentBelow(told, fixesRow(MESSAGES.text("manifest.fix"),
                    List.of(actionLink(MESSAGES.text("manifest.reset"), anew::fire))));
        }
        if (!finding.insteadText().isEmpty()) {
            return indentBelow(told, TextLabelFactory.wrapped(finding.insteadText(), "small", "muted"));
        }
        var ways = IntStream.range(0, fixesOf(finding).size()).mapToObj(way -> fixesOfWay(way, alike)).toList();
        if (ways.isEmpty()) {
            return told;
        }
        return indentBelow(told,
                fixesRow(ways.size() > 1 ? MESSAGES.text("manifest.fixes") : MESSAGES.text("manifest.fix"),
                        ways.stream().map(this::fixLink).toList()));
    }

    private static List<LintFix> fixesOfWay(int way, List<LintFinding> alike) {
        return alike.stream().map(each -> fixesOf(each).get(way)).toList();
    }

    private static Node fixesRow(String text, List<Hyperlink> links) {
        var ways = new FlowPane(12, 2, TextLabelFactory.label(text, "small", "muted"));
        ways.getChildren().addAll(links);
        return ways;
    }

    /** Places the details of a finding where its text begins. */
    private static Node indentBelow(Node messageNode, Node more) {
        more.getStyleClass().add("launch-way");
        return new VBox(2, messageNode, more);
    }

    private Hyperlink fixLink(List<LintFix> everywhere) {
        // What it was found in is what is shown: whatever is typed shows this anew.
        return actionLink(everywhere.getFirst().description(),
                () -> yaml.replaceText(LintFix.apply(yaml.text(), everywhere).text()));
    }

    private static Hyperlink actionLink(String text, Runnable action) {
        var link = InputControlFactory.link(text, action, "small");
        link.setMinWidth(Region.USE_PREF_SIZE);
        return link;
    }
}
