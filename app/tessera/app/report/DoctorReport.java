package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tessera.alerts.Severity;
import tessera.doctor.Diagnosis;
import tessera.doctor.DoctorFinding;
import tessera.model.PlainText;

/** A report on a diagnosis, for people, for documents and for programs. */
public final class DoctorReport {

    private static final int LABEL = 10;

    private DoctorReport() {}

    private static String summaryText(Diagnosis diagnosis) {
        long critical = diagnosis.countOf(Severity.CRITICAL);
        long warnings = diagnosis.countOf(Severity.WARNING);
        long info = diagnosis.countOf(Severity.INFO);
        return diagnosis.findings().isEmpty() ? "Nothing wrong was found in what was looked at."
                : "%d critical, %d %s, %d for information.".formatted(critical, warnings,
                        warnings == 1 ? "warning" : "warnings", info);
    }

    public static String reportText(Diagnosis diagnosis) {
        var text = new StringBuilder(summaryText(diagnosis)).append('\n');
        for (var finding : diagnosis.findings()) {
            text.append('\n').append(severityWord(finding.severity()).toUpperCase(Locale.ROOT)).append("  ")
                    .append(PlainText.singleLine(finding.headline())).append('\n');
            appendLine(text, "about", finding.object());
            appendLine(text, "because", finding.explanation());
            finding.evidence().forEach(each -> appendLine(text, "evidence", each));
            appendLine(text, "remedy", finding.remedy());
            finding.commands().forEach(each -> appendLine(text, "", each));
        }
        appendSection(text, "Looked at", diagnosis.lookedAt());
        appendSection(text, "Not looked at", diagnosis.skipped());
        return text.toString();
    }

    private static void appendLine(StringBuilder text, String label, String words) {
        if (!words.isEmpty()) {
            text.append("  ").append(label).append(" ".repeat(LABEL - label.length()))
                    .append(PlainText.singleLine(words)).append('\n');
        }
    }

    private static void appendSection(StringBuilder text, String title, List<String> lines) {
        text.append('\n').append(title).append('\n');
        lines.forEach(each -> text.append("  ").append(PlainText.singleLine(each)).append(".\n"));
    }

    /** Returns the report as a document, for a ticket or a wiki. */
    public static String toMarkdown(String title, Diagnosis diagnosis) {
        var text = new StringBuilder("# ").append(title).append("\n\n").append(summaryText(diagnosis)).append('\n');
        for (var severity : List.of(Severity.CRITICAL, Severity.WARNING, Severity.INFO)) {
            var those = diagnosis.findings().stream().filter(each -> each.severity() == severity).toList();
            if (!those.isEmpty()) {
                text.append("\n## ").append(severityTitle(severity)).append('\n');
                those.forEach(finding -> text.append('\n').append(findingMarkdown(finding)));
            }
        }
        text.append("\n## Looked at\n\n").append(listMarkdown(diagnosis.lookedAt()));
        return text.append("\n## Not looked at\n\n").append(listMarkdown(diagnosis.skipped())).toString();
    }

    private static String severityTitle(Severity severity) {
        return switch (severity) {
            case CRITICAL -> "Critical";
            case WARNING -> "Warnings";
            case INFO -> "For information";
        };
    }

    private static String findingMarkdown(DoctorFinding finding) {
        var lines = new ArrayList<String>();
        lines.add("### " + PlainText.singleLine(finding.headline()));
        lines.add("");
        if (!finding.explanation().isEmpty()) {
            lines.add(PlainText.singleLine(finding.explanation()));
            lines.add("");
        }
        finding.evidence().forEach(each -> lines.add("- `" + PlainText.singleLine(each.replace('`', '\''))
                + "`"));
        if (!finding.remedy().isEmpty()) {
            lines.add("- **Remedy:** " + PlainText.singleLine(finding.remedy()));
        }
        if (!finding.commands().isEmpty()) {
            lines.add("");
            lines.add("```");
            finding.commands().forEach(each -> lines.add(PlainText.singleLine(each)));
            lines.add("```");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String listMarkdown(List<String> lines) {
        return lines.stream().map(each -> "- " + PlainText.singleLine(each) + "\n").collect(Collectors.joining());
    }

    public static ObjectNode toJson(Diagnosis diagnosis) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Diagnosis")
                .put("critical", diagnosis.countOf(Severity.CRITICAL))
                .put("warnings", diagnosis.countOf(Severity.WARNING))
                .put("informations", diagnosis.countOf(Severity.INFO));
        var findings = json.putArray("findings");
        for (var finding : diagnosis.findings()) {
            var object = findings.addObject().put("id", finding.id()).put("severity", severityWord(finding.severity()))
                    .put("object", finding.object()).put("node", finding.node()).put("headline", finding.headline())
                    .put("because", finding.explanation()).put("remedy", finding.remedy());
            finding.evidence().forEach(object.putArray("evidence")::add);
            finding.commands().forEach(object.putArray("commands")::add);
            finding.otherObjects().forEach(object.putArray("others")::add);
        }
        diagnosis.lookedAt().forEach(json.putArray("lookedAt")::add);
        diagnosis.skipped().forEach(json.putArray("notLookedAt")::add);
        return json;
    }

    private static String severityWord(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
