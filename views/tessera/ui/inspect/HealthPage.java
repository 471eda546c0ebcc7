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
import tessera.alerts.health.Evidence;
import tessera.alerts.health.Health;
import tessera.alerts.health.Health.Check;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Texts;

/** Prints a health: what speaks against it, what was checked, and what could not be. */
final class HealthPage {

    private static final char NEVER_BROKEN = '\u00a0';

    private HealthPage() {}

    static List<Node> of(Health health, Instant now) {
        var sections = new ArrayList<Node>();
        sections.add(Sections.section("", verdict(health)));
        if (!health.evidence().isEmpty()) {
            var box = new VBox();
            health.evidence().forEach(evidence -> box.getChildren().add(evidence(evidence, now)));
            box.setId("inspector-evidence");
            sections.add(Sections.section("Evidence", box));
        }
        if (!health.checked().isEmpty()) {
            var box = new VBox(8);
            var sources = health.checked().stream().map(Check::source).distinct().toList();
            sources.forEach(source -> box.getChildren().add(checks(health, source)));
            box.setId("inspector-checked");
            sections.add(Sections.section("Checked", box));
        }
        if (!health.unchecked().isEmpty()) {
            var box = new VBox(8);
            health.unchecked().forEach(what -> box.getChildren()
                    .add(row(Glyph.UNREACHABLE, Texts.wrapped(what, "small", "muted"))));
            box.setId("inspector-unchecked");
            sections.add(Sections.section("Could not be checked", box));
        }
        return sections;
    }

    private static Node checks(Health health, String source) {
        var box = new VBox(4);
        health.checked().stream().filter(check -> check.source().equals(source))
                .forEach(check -> box.getChildren().add(row(Glyph.READY, Texts.wrapped(check.what(), "small"))));
        var by = Texts.label("by " + source, "caption");
        by.getStyleClass().add("health-source");
        box.getChildren().add(by);
        return box;
    }

    /** Where nothing was seen, nothing is called healthy. */
    private static Node verdict(Health health) {
        var worst = health.worst();
        var sign = worst.map(HealthPage::sign)
                .orElse(health.checked().isEmpty() ? Glyph.UNREACHABLE : Glyph.READY);
        var words = worst.isPresent() ? counts(health)
                : health.checked().isEmpty() ? "Nothing is known of its health"
                        : health.unchecked().isEmpty() ? "Nothing wrong was found"
                                : "Nothing wrong was found in what could be checked";
        var label = Texts.wrapped(words, "strong");
        label.setId("inspector-health-verdict");
        return row(sign, label);
    }

    private static String counts(Health health) {
        var words = new ArrayList<String>();
        for (var severity : List.of(Severity.CRITICAL, Severity.WARNING, Severity.INFO)) {
            long count = health.count(severity);
            if (count > 0) {
                words.add(severity == Severity.CRITICAL ? Numbers.count(count) + " critical"
                        : severity == Severity.WARNING ? Numbers.of(count, "warning")
                                : Numbers.count(count) + " for information");
            }
        }
        return String.join(", ", words);
    }

    private static Glyph sign(Severity severity) {
        return switch (severity) {
            case CRITICAL -> Glyph.BROKEN;
            case WARNING -> Glyph.WARNING;
            case INFO -> Glyph.INFO;
        };
    }

    private static Node evidence(Evidence evidence, Instant now) {
        var since = evidence.since();
        var caption = Texts.wrapped(evidence.source() + " · " + (since == null ? "since when is not known"
                : Ages.brief(Duration.between(since, now)).replace(' ', NEVER_BROKEN) + NEVER_BROKEN + "ago"),
                "caption");
        var words = new ArrayList<Node>(List.of(Texts.wrapped(evidence.sentence(), "strong", "small")));
        if (!evidence.detail().isBlank()) {
            words.add(Texts.wrapped(evidence.detail(), "small"));
        }
        words.add(caption);
        var row = row(sign(evidence.severity()), words.toArray(Node[]::new));
        row.getStyleClass().add("inspector-row");
        return row;
    }

    private static HBox row(Glyph sign, Node... words) {
        var box = new VBox(2, words);
        box.setMinWidth(0);
        HBox.setHgrow(box, Priority.ALWAYS);
        var row = new HBox(8, sign.node(), box);
        row.getStyleClass().add("health-row");
        return row;
    }
}
