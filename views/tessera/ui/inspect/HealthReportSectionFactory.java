package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.health.ObjectHealthReport;
import tessera.alerts.health.ObjectHealthReport.PerformedCheck;
import tessera.alerts.health.UnhealthyObjectEvidence;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Renders a health report: findings, checks that passed, and checks that were impossible. */
final class HealthReportSectionFactory {

    private static final char NEVER_BROKEN = '\u00a0';

    private HealthReportSectionFactory() {}

    static List<Node> sections(ObjectHealthReport health, Instant now) {
        var sections = new ArrayList<Node>();
        sections.add(InspectorPageElementFactory.section("", resultSection(health)));
        if (!health.evidence().isEmpty()) {
            var box = new VBox();
            health.evidence().forEach(evidence -> box.getChildren().add(evidenceRow(evidence, now)));
            box.setId("inspector-evidence");
            sections.add(InspectorPageElementFactory.section("Evidence", box));
        }
        if (!health.checked().isEmpty()) {
            var box = new VBox(8);
            var sources = health.checked().stream().map(PerformedCheck::source).distinct().toList();
            sources.forEach(source -> box.getChildren().add(checksSection(health, source)));
            box.setId("inspector-checked");
            sections.add(InspectorPageElementFactory.section("Checked", box));
        }
        if (!health.unchecked().isEmpty()) {
            var box = new VBox(8);
            health.unchecked().forEach(subject -> box.getChildren()
                    .add(signRow(StatusGlyph.UNREACHABLE, TextLabelFactory.wrapped(subject, "small", "muted"))));
            box.setId("inspector-unchecked");
            sections.add(InspectorPageElementFactory.section("Could not be checked", box));
        }
        return sections;
    }

    private static Node checksSection(ObjectHealthReport health, String source) {
        var box = new VBox(4);
        health.checked().stream().filter(performedCheck -> performedCheck.source().equals(source))
                .forEach(performedCheck -> box.getChildren()
                        .add(signRow(StatusGlyph.READY, TextLabelFactory.wrapped(performedCheck.text(), "small"))));
        var by = TextLabelFactory.label("by " + source, "caption");
        by.getStyleClass().add("health-source");
        box.getChildren().add(by);
        return box;
    }

    /** Returns the overall result; without any measurement nothing is called healthy. */
    private static Node resultSection(ObjectHealthReport health) {
        var worst = health.worstSeverity();
        var glyph = worst.map(HealthReportSectionFactory::severitySign)
                .orElse(health.checked().isEmpty() ? StatusGlyph.UNREACHABLE : StatusGlyph.READY);
        String text;
        if (worst.isPresent()) {
            text = countsText(health);
        } else if (health.checked().isEmpty()) {
            text = "Nothing is known of its health";
        } else if (health.unchecked().isEmpty()) {
            text = "Nothing wrong was found";
        } else {
            text = "Nothing wrong was found in what could be checked";
        }
        var label = TextLabelFactory.wrapped(text, "strong");
        label.setId("inspector-health-verdict");
        return signRow(glyph, label);
    }

    private static String countsText(ObjectHealthReport health) {
        var texts = new ArrayList<String>();
        for (var alertOrFindingSeverity : List.of(AlertOrFindingSeverity.CRITICAL, AlertOrFindingSeverity.WARNING,
                AlertOrFindingSeverity.INFO)) {
            long count = health.countSeverity(alertOrFindingSeverity);
            if (count > 0) {
                texts.add(severityCountText(alertOrFindingSeverity, count));
            }
        }
        return String.join(", ", texts);
    }

    private static String severityCountText(AlertOrFindingSeverity alertOrFindingSeverity, long count) {
        if (alertOrFindingSeverity == AlertOrFindingSeverity.CRITICAL) {
            return GroupedNumberFormatter.count(count) + " critical";
        }
        if (alertOrFindingSeverity == AlertOrFindingSeverity.WARNING) {
            return GroupedNumberFormatter.withNoun(count, "warning");
        }
        return GroupedNumberFormatter.count(count) + " for information";
    }

    private static StatusGlyph severitySign(AlertOrFindingSeverity alertOrFindingSeverity) {
        return switch (alertOrFindingSeverity) {
            case CRITICAL -> StatusGlyph.BROKEN;
            case WARNING -> StatusGlyph.WARNING;
            case INFO -> StatusGlyph.INFO;
        };
    }

    private static Node evidenceRow(UnhealthyObjectEvidence evidence, Instant now) {
        var since = evidence.since();
        var caption = TextLabelFactory.wrapped(evidence.source() + " · " + (since == null ? "since when is not known"
                : AgeFormatter.brief(Duration.between(since, now)).replace(' ', NEVER_BROKEN) + NEVER_BROKEN + "ago"),
                "caption");
        var words = new ArrayList<Node>(List.of(TextLabelFactory.wrapped(evidence.sentence(), "strong", "small")));
        if (!evidence.detail().isBlank()) {
            words.add(TextLabelFactory.wrapped(evidence.detail(), "small"));
        }
        words.add(caption);
        var row = signRow(severitySign(evidence.severity()), words.toArray(Node[]::new));
        row.getStyleClass().add("inspector-row");
        return row;
    }

    private static HBox signRow(StatusGlyph glyph, Node... words) {
        var box = new VBox(2, words);
        box.setMinWidth(0);
        HBox.setHgrow(box, Priority.ALWAYS);
        var row = new HBox(8, glyph.node(), box);
        row.getStyleClass().add("health-row");
        return row;
    }
}
