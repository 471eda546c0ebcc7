package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.ClusterDiagnosis;
import tessera.doctor.DiagnosisFinding;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ListPermissionProblemGrouper;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** A report on a diagnosis, for people, for documents and for programs. */
public final class DoctorReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DoctorReport.class);

    private static final int LABEL = 10;

    private DoctorReport() {}

    private static String summaryText(ClusterDiagnosis clusterDiagnosis) {
        long critical = clusterDiagnosis.countOf(AlertOrFindingSeverity.CRITICAL);
        long warnings = clusterDiagnosis.countOf(AlertOrFindingSeverity.WARNING);
        long info = clusterDiagnosis.countOf(AlertOrFindingSeverity.INFO);
        if (clusterDiagnosis.findings().isEmpty()) {
            return MESSAGES.text("doctor.healthy");
        }
        return MESSAGES.text("doctor.summary", critical, warnings, info);
    }

    /** Returns a line for each namespace, and the whole cluster, of which something could not be read. */
    private static List<String> incompleteTexts(ClusterDiagnosis clusterDiagnosis) {
        return ListPermissionProblemGrouper.problemLines(clusterDiagnosis.unreadable()).stream()
                .map(line -> ForeignTextSanitizer.singleLine(MESSAGES.text("doctor.incomplete", line))).toList();
    }

    public static String reportText(ClusterDiagnosis clusterDiagnosis) {
        var text = new StringBuilder(summaryText(clusterDiagnosis)).append('\n');
        incompleteTexts(clusterDiagnosis).forEach(line -> text.append(line).append('\n'));
        for (var finding : clusterDiagnosis.findings()) {
            text.append('\n').append(MESSAGES.text("doctor.severity", finding.severity())).append("  ")
                    .append(ForeignTextSanitizer.singleLine(finding.headline())).append('\n');
            appendLine(text, MESSAGES.text("doctor.about"), finding.object());
            appendLine(text, MESSAGES.text("doctor.because"), finding.explanation());
            finding.evidence().forEach(each -> appendLine(text, MESSAGES.text("doctor.evidence"), each));
            appendLine(text, MESSAGES.text("doctor.remedy"), finding.remedy());
            finding.commands().forEach(each -> appendLine(text, "", each));
        }
        appendSection(text, MESSAGES.text("doctor.checked"), clusterDiagnosis.lookedAt());
        appendSection(text, MESSAGES.text("doctor.skipped"), clusterDiagnosis.skipped());
        return text.toString();
    }

    private static void appendLine(StringBuilder text, String label, String words) {
        if (!words.isEmpty()) {
            text.append("  ").append(label).append(" ".repeat(LABEL - label.length()))
                    .append(ForeignTextSanitizer.singleLine(words)).append('\n');
        }
    }

    private static void appendSection(StringBuilder text, String title, List<String> lines) {
        text.append('\n').append(title).append('\n');
        lines.forEach(each -> text.append("  ")
                .append(SentenceJoiner.withFullStop(ForeignTextSanitizer.singleLine(each))).append('\n'));
    }

    /** Returns the report as a document, for a ticket or a wiki. */
    public static String toMarkdown(String title, ClusterDiagnosis clusterDiagnosis) {
        var text = new StringBuilder("# ").append(title).append("\n\n").append(summaryText(clusterDiagnosis))
                .append('\n');
        incompleteTexts(clusterDiagnosis).forEach(line -> text.append('\n').append(line).append('\n'));
        for (var alertOrFindingSeverity : List.of(AlertOrFindingSeverity.CRITICAL, AlertOrFindingSeverity.WARNING,
                AlertOrFindingSeverity.INFO)) {
            var those = clusterDiagnosis.findings().stream().filter(each -> each.severity() == alertOrFindingSeverity)
                    .toList();
            if (!those.isEmpty()) {
                text.append("\n## ").append(severityTitle(alertOrFindingSeverity)).append('\n');
                those.forEach(finding -> text.append('\n').append(findingMarkdown(finding)));
            }
        }
        text.append("\n## " + MESSAGES.text("doctor.checked") + "\n\n")
                .append(listMarkdown(clusterDiagnosis.lookedAt()));
        return text.append("\n## " + MESSAGES.text("doctor.skipped") + "\n\n")
                .append(listMarkdown(clusterDiagnosis.skipped())).toString();
    }

    private static String severityTitle(AlertOrFindingSeverity alertOrFindingSeverity) {
        return switch (alertOrFindingSeverity) {
            case CRITICAL -> "Critical";
            case WARNING -> "Warnings";
            case INFO -> MESSAGES.text("doctor.info");
        };
    }

    private static String findingMarkdown(DiagnosisFinding finding) {
        var lines = new ArrayList<String>();
        lines.add("### " + ForeignTextSanitizer.singleLine(finding.headline()));
        lines.add("");
        if (!finding.explanation().isEmpty()) {
            lines.add(ForeignTextSanitizer.singleLine(finding.explanation()));
            lines.add("");
        }
        finding.evidence()
                .forEach(each -> lines.add("- `" + ForeignTextSanitizer.singleLine(each.replace('`', '\'')) + "`"));
        if (!finding.remedy().isEmpty()) {
            lines.add("- **Remedy:** " + ForeignTextSanitizer.singleLine(finding.remedy()));
        }
        if (!finding.commands().isEmpty()) {
            lines.add("");
            lines.add("```");
            finding.commands().forEach(each -> lines.add(ForeignTextSanitizer.singleLine(each)));
            lines.add("```");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String listMarkdown(List<String> lines) {
        return lines.stream().map(each -> "- " + ForeignTextSanitizer.singleLine(each) + "\n")
                .collect(Collectors.joining());
    }

    public static ObjectNode toJson(ClusterDiagnosis clusterDiagnosis) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Diagnosis")
                .put("critical", clusterDiagnosis.countOf(AlertOrFindingSeverity.CRITICAL))
                .put("warnings", clusterDiagnosis.countOf(AlertOrFindingSeverity.WARNING))
                .put("informations", clusterDiagnosis.countOf(AlertOrFindingSeverity.INFO));
        var findings = json.putArray("findings");
        for (var finding : clusterDiagnosis.findings()) {
            var object = findings.addObject().put("id", finding.id()).put("severity", severityWord(finding.severity()))
                    .put("object", finding.object()).put("node", finding.node()).put("headline", finding.headline())
                    .put("because", finding.explanation()).put("remedy", finding.remedy());
            ReasonJsonWriter.put(object, finding.reason());
            finding.evidence().forEach(object.putArray("evidence")::add);
            finding.commands().forEach(object.putArray("commands")::add);
            finding.otherObjects().forEach(object.putArray("others")::add);
        }
        clusterDiagnosis.lookedAt().forEach(json.putArray("lookedAt")::add);
        clusterDiagnosis.skipped().forEach(json.putArray("notLookedAt")::add);
        clusterDiagnosis.unreadable().stream().map(ProblemJsonFormatter::toJson)
                .forEach(json.putArray("unreadable")::add);
        return json;
    }

    private static String severityWord(AlertOrFindingSeverity alertOrFindingSeverity) {
        return alertOrFindingSeverity.name().toLowerCase(Locale.ROOT);
    }
}
