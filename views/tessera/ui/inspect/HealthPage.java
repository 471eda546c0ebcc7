package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.alerts.Severity;
import tessera.alerts.health.HealthEvidence;
import tessera.alerts.health.HealthReport;
import tessera.alerts.health.HealthReport.Check;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** Prints a health: what speaks against it, what was checked, and what could not be. */
final class HealthPage {

    private static final char NEVER_BROKEN = '\u00a0';

    private HealthPage() {}

    static List<Node> of(HealthReport health, Instant now) {
        var sections = new ArrayList<Node>();
        sections.add(InspectorSections.section("", verdict(health)));
        if (!health.evidence().isEmpty()) {
            var box = new VBox();
            health.evidence().forEach(evidence -> box.getChildren().add(evidence(evidence, now)));
            box.setId("inspector-evidence");
            sections.add(InspectorSections.section("Evidence", box));
        }
        if (!health.checked().isEmpty()) {
            var box = new VBox(8);
            var sources = health.checked().stream().map(Check::source).distinct().toList();
            sources.forEach(source -> box.getChildren().add(checks(health, source)));
            box.setId("inspector-checked");
            sections.add(InspectorSections.section("Checked", box));
        }
        if (!health.unchecked().isEmpty()) {
            var box = new VBox(8);
            health.unchecked().forEach(what -> box.getChildren()
                    .add(row(StatusGlyph.UNREACHABLE, SelectableText.wrapped(what, "small", "muted"))));
            box.setId("inspector-unchecked");
            sections.add(InspectorSections.section("Could not be checked", box));
        }
        return sections;
    }

    private static Node checks(HealthReport health, String source) {
        var box = new VBox(4);
        health.checked().stream().filter(check -> check.source().equals(source))
                .forEach(check -> box.getChildren()
                        .add(row(StatusGlyph.READY, SelectableText.wrapped(check.what(), "small"))));
        var by = SelectableText.label("by " + source, "caption");
        by.getStyleClass().add("health-source");
        box.getChildren().add(by);
        return box;
    }

    /** Where nothing was seen, nothing is called healthy. */
    private static Node verdict(HealthReport health) {
        var worst = health.worst();
        var sign = worst.map(HealthPage::sign)
                .orElse(health.checked().isEmpty() ? StatusGlyph.UNREACHABLE : StatusGlyph.READY);
        var words = worst.isPresent() ? counts(health)
                : health.checked().isEmpty() ? "Nothing is known of its health"
                        : health.unchecked().isEmpty() ? "Nothing wrong was found"
                                : "Nothing wrong was found in what could be checked";
        var label = SelectableText.wrapped(words, "strong");
        label.setId("inspector-health-verdict");
        return row(sign, label);
    }

    private static String counts(HealthReport health) {
        var words = new ArrayList<String>();
        for (var severity : List.of(Severity.CRITICAL, Severity.WARNING, Severity.INFO)) {
            long count = health.count(severity);
            if (count > 0) {
                words.add(severity == Severity.CRITICAL ? NumberText.count(count) + " critical"
                        : severity == Severity.WARNING ? NumberText.of(count, "warning")
                                : NumberText.count(count) + " for information");
            }
        }
        return String.join(", ", words);
    }

    private static StatusGlyph sign(Severity severity) {
        return switch (severity) {
            case CRITICAL -> StatusGlyph.BROKEN;
            case WARNING -> StatusGlyph.WARNING;
            case INFO -> StatusGlyph.INFO;
        };
    }

    private static Node evidence(HealthEvidence evidence, Instant now) {
        var since = evidence.since();
        var caption = SelectableText.wrapped(evidence.source() + " · " + (since == null ? "since when is not known"
                : AgeText.brief(Duration.between(since, now)).replace(' ', NEVER_BROKEN) + NEVER_BROKEN + "ago"),
                "caption");
        var words = new ArrayList<Node>(List.of(SelectableText.wrapped(evidence.sentence(), "strong", "small")));
        if (!evidence.detail().isBlank()) {
            words.add(SelectableText.wrapped(evidence.detail(), "small"));
        }
        words.add(caption);
        var row = row(sign(evidence.severity()), words.toArray(Node[]::new));
        row.getStyleClass().add("inspector-row");
        return row;
    }

    private static HBox row(StatusGlyph sign, Node... words) {
        var box = new VBox(2, words);
        box.setMinWidth(0);
        HBox.setHgrow(box, Priority.ALWAYS);
        var row = new HBox(8, sign.node(), box);
        row.getStyleClass().add("health-row");
        return row;
    }
}
