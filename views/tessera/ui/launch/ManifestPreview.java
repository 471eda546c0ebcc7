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
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.launch.LaunchDraft;
import tessera.launch.LaunchDraft.Beyond;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.model.ListText;
import tessera.plan.PlanPreview;
import tessera.ui.change.AtFault;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.ScrolledPage;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.yaml.YamlPane;

/**
 * The manifest that comes of some answers, to be written in, and below it what of it no answer says, and what is wrong
 * with it. FX thread.
 */
final class ManifestPreview {

    private static final int MOST = 6;
    private static final double WIDEST = 320;
    /** What the command line says to it is no help here. */
    private static final String EMPTY = "manifest-empty";

    private final YamlPane yaml = new YamlPane("launch-yaml");
    private final Label kept = SelectableText.wrapped("", "small", "muted");
    private final Hyperlink anew = new Hyperlink("Fill in anew");
    private final VBox findings = new VBox(6);
    private final Hyperlink copy = new Hyperlink("Copy", IconFont.COPY.node());
    private final Label wanting = SelectableText.wrapped("", "muted");
    private final Hyperlink again = new Hyperlink("Ask again");
    private final Node below;
    private final BorderPane node = new BorderPane();
    private boolean printing;
    private boolean fresh = true;

    /**
     * An empty one.
     *
     * @param typed called when somebody wrote in it
     * @param reset called when what was typed shall go
     * @param fit   how its pods would fare
     */
    ManifestPreview(Runnable typed, Runnable reset, Node fit) {
        copy.getStyleClass().add("copy-link");
        copy.setOnAction(event -> SelectableText.copy(yaml.text()));
        anew.setId("launch-anew");
        anew.setOnAction(event -> reset.run());
        anew.setMinWidth(Region.USE_PREF_SIZE);
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        var title = SelectableText.label("Manifest", "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        var head = new HBox(8, title, spacer, anew, copy);
        head.setAlignment(Pos.BASELINE_LEFT);
        kept.setId("launch-kept");
        kept.managedProperty().bind(kept.textProperty().isNotEmpty());
        anew.visibleProperty().bind(anew.managedProperty());
        var top = new VBox(2, head, kept);
        top.getStyleClass().add("launch-head");
        findings.setId("launch-findings");
        findings.getStyleClass().add("launch-findings");
        below = ScrolledPage.down(new VBox(findings, fit));
        below.getStyleClass().add("launch-below");
        yaml.edited(() -> {
            if (!printing) {
                typed.run();
            }
        });
        wanting.setId("launch-wanting");
        again.setId("launch-again");
        var nothing = new VBox(8, wanting, again);
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

    /** Goes on where a server finds something wrong with the manifest. */
    void goTo(PlanPreview preview) {
        AtFault.focus(yaml, preview);
    }

    String text() {
        return yaml.text();
    }

    /** Has nothing to show yet, and nothing to write in. */
    void clear() {
        put("");
        fresh = true;
        yaml.allow(false);
        kept.setText("");
        anew.setManaged(false);
        findings.getChildren().clear();
        wanting.setText("");
        again.setVisible(false);
        present(false);
    }

    /** Says why the cluster does not say what it has. */
    void unheard(String why, Runnable ask) {
        wanting.setText(why);
        again.setOnAction(event -> ask.run());
        again.setVisible(true);
    }

    /** Says why there is nothing to show, or where something is shown, that it is no longer what is answered. */
    void want(String what) {
        again.setVisible(false);
        if (fresh) {
            wanting.setText(what + ". The manifest appears here then, and where it fits.");
        } else {
            findings.getChildren().setAll(SelectableText.told(StatusGlyph.WARNING,
                    "The manifest does not follow the answers until they are mended, and is not judged meanwhile",
                    "small"));
        }
    }

    private void present(boolean there) {
        wanting.setVisible(!there);
        Stream.of(yaml.node(), below, copy).forEach(part -> part.setVisible(there));
    }

    private void put(String text) {
        printing = true;
        if (fresh) {
            yaml.begin(text);
            fresh = text.isEmpty();
        } else {
            yaml.put(text);
        }
        printing = false;
    }

    /**
     * Shows a manifest, and what is wrong with it.
     *
     * @param unchecked what was not looked at; empty where all was
     */
    void show(LaunchDraft draft, List<LintFinding> found, String unchecked) {
        put(draft.text());
        present(true);
        yaml.allow(true);
        kept.setText(draft.beyond().isEmpty() ? "" : "Kept as typed, beyond the questions: " + words(draft.beyond()));
        anew.setManaged(!draft.beyond().isEmpty() || !draft.trouble().isEmpty());
        findings.getChildren().setAll(found.isEmpty()
                ? List.of(SelectableText.told(StatusGlyph.READY, "The linter finds nothing wrong with it", "small"))
                : found.stream().collect(Collectors.groupingBy(CommonText::of, LinkedHashMap::new, Collectors.toList()))
                        .values().stream().map(this::line).toList());
        if (!unchecked.isEmpty()) {
            findings.getChildren().add(SelectableText.told(StatusGlyph.UNREACHABLE, unchecked, "small", "muted"));
        }
    }

    private static String words(List<Beyond> beyond) {
        return ListText.some(beyond.stream().map(Beyond::toString).toList(), MOST);
    }

    /** What is told once, in however many objects it is found. */
    private record CommonText(String rule, LintSeverity severity, String reason, List<String> ways) {

        static CommonText of(LintFinding finding) {
            return new CommonText(finding.rule().id(), finding.severity(), finding.reason(),
                    mending(finding).stream().map(LintFix::words).toList());
        }
    }

    private static List<LintFix> mending(LintFinding finding) {
        return finding.ways().size() > 1 ? finding.ways()
                : finding.fix().or(() -> finding.ways().stream().findFirst()).stream().toList();
    }

    private Node line(List<LintFinding> alike) {
        var finding = alike.getFirst();
        var sign = switch (finding.severity()) {
            case ERROR -> StatusGlyph.BROKEN;
            case WARNING -> StatusGlyph.WARNING;
            case HINT -> StatusGlyph.INFO;
        };
        var lines = alike.stream().map(LintFinding::line).distinct().map(String::valueOf).toList();
        var told = SelectableText.told(sign, "%s %s: %s".formatted(lines.size() == 1 ? "Line" : "Lines",
                ListText.joined(lines, " and "), finding.reason()), "small");
        if (finding.rule().id().equals(EMPTY)) {
            return beneath(told, ways("Fix:", List.of(link("Fill in anew", anew::fire))));
        }
        if (!finding.instead().isEmpty()) {
            return beneath(told, SelectableText.wrapped(finding.instead(), "small", "muted"));
        }
        var ways = IntStream.range(0, mending(finding).size())
                .mapToObj(way -> alike.stream().map(each -> mending(each).get(way)).toList()).toList();
        if (ways.isEmpty()) {
            return told;
        }
        return beneath(told, ways(ways.size() > 1 ? "Fix by one of:" : "Fix:", ways.stream().map(this::mend).toList()));
    }

    private static Node ways(String words, List<Hyperlink> links) {
        var ways = new FlowPane(12, 2, SelectableText.label(words, "small", "muted"));
        ways.getChildren().addAll(links);
        return ways;
    }

    /** What belongs to a finding, where its words begin. */
    private static Node beneath(Node told, Node more) {
        more.getStyleClass().add("launch-way");
        return new VBox(2, told, more);
    }

    private Hyperlink mend(List<LintFix> everywhere) {
        // What it was found in is what is shown: whatever is typed shows this anew.
        return link(everywhere.getFirst().words(), () -> yaml.put(LintFix.apply(yaml.text(), everywhere).text()));
    }

    private static Hyperlink link(String words, Runnable action) {
        var link = new Hyperlink(words);
        link.getStyleClass().add("small");
        link.setMinWidth(Region.USE_PREF_SIZE);
        link.setOnAction(event -> action.run());
        return link;
    }
}
