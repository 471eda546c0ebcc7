package tessera.ui.launch;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.lint.finding.Finding;
import tessera.ui.inspect.YamlPane;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Icons;
import tessera.ui.kit.Scrolled;
import tessera.ui.kit.Texts;

/** The manifest that comes of some answers, and below it what is wrong with it. FX thread. */
final class Outlook {

    private final YamlPane yaml = new YamlPane("launch-yaml");
    private final VBox findings = new VBox(6);
    private final BorderPane node = new BorderPane();
    private String text = "";

    Outlook() {
        var copy = new Hyperlink("Copy", Icons.COPY.node());
        copy.getStyleClass().add("copy-link");
        copy.setOnAction(event -> Texts.copy(text));
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        var head = new HBox(8, Texts.label("Manifest", "section-title"), spacer, copy);
        head.setAlignment(Pos.BASELINE_LEFT);
        head.getStyleClass().add("launch-head");
        findings.setId("launch-findings");
        findings.getStyleClass().add("launch-findings");
        var below = Scrolled.down(findings);
        below.getStyleClass().add("launch-below");
        node.setTop(head);
        node.setCenter(yaml.node());
        node.setBottom(below);
        node.getStyleClass().add("launch-outlook");
    }

    Node node() {
        return node;
    }

    void show(String manifest, List<Finding> found) {
        if (!manifest.equals(text)) {
            text = manifest;
            yaml.show(manifest);
        }
        findings.getChildren().setAll(found.isEmpty()
                ? List.of(Texts.told(Glyph.READY, "The linter finds nothing wrong with it", "small"))
                : found.stream().map(Outlook::line).toList());
    }

    private static Node line(Finding finding) {
        var sign = switch (finding.severity()) {
            case ERROR -> Glyph.BROKEN;
            case WARNING -> Glyph.WARNING;
            case HINT -> Glyph.INFO;
        };
        return Texts.told(sign, "Line %d: %s".formatted(finding.line(), finding.reason()), "small");
    }
}
