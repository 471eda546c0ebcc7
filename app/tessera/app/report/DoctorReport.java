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

/** What an examination came to, for people, for documents and for programs. */
public final class DoctorReport {

    private static final int LABEL = 10;

    private DoctorReport() {}

    private static String verdict(Diagnosis diagnosis) {
        long critical = diagnosis.count(Severity.CRITICAL);
        long warnings = diagnosis.count(Severity.WARNING);
        long info = diagnosis.count(Severity.INFO);
        return diagnosis.findings().isEmpty() ? "Nothing wrong was found in what was looked at."
                : "%d critical, %d %s, %d for information.".formatted(critical, warnings,
                        warnings == 1 ? "warning" : "warnings", info);
    }

    public static String text(Diagnosis diagnosis) {
        var text = new StringBuilder(verdict(diagnosis)).append('\n');
        for (var finding : diagnosis.findings()) {
            text.append('\n').append(word(finding.severity()).toUpperCase(Locale.ROOT)).append("  ")
                    .append(PlainText.line(finding.headline())).append('\n');
            line(text, "about", finding.object());
            line(text, "because", finding.because());
            finding.evidence().forEach(each -> line(text, "evidence", each));
            line(text, "remedy", finding.remedy());
            finding.commands().forEach(each -> line(text, "", each));
        }
        part(text, "Looked at", diagnosis.lookedAt());
        part(text, "Not looked at", diagnosis.skipped());
        return text.toString();
    }

    private static void line(StringBuilder text, String label, String words) {
        if (!words.isEmpty()) {
            text.append("  ").append(label).append(" ".repeat(LABEL - label.length()))
                    .append(PlainText.line(words)).append('\n');
        }
    }

    private static void part(StringBuilder text, String title, List<String> lines) {
        text.append('\n').append(title).append('\n');
        lines.forEach(each -> text.append("  ").append(PlainText.line(each)).append(".\n"));
    }

    /** As a document about something, for a ticket or a wiki. */
    public static String markdown(String title, Diagnosis diagnosis) {
        var text = new StringBuilder("# ").append(title).append("\n\n").append(verdict(diagnosis)).append('\n');
        for (var severity : List.of(Severity.CRITICAL, Severity.WARNING, Severity.INFO)) {
            var those = diagnosis.findings().stream().filter(each -> each.severity() == severity).toList();
            if (!those.isEmpty()) {
                text.append("\n## ").append(title(severity)).append('\n');
                those.forEach(finding -> text.append('\n').append(markdown(finding)));
            }
        }
        text.append("\n## Looked at\n\n").append(list(diagnosis.lookedAt()));
        return text.append("\n## Not looked at\n\n").append(list(diagnosis.skipped())).toString();
    }

    private static String title(Severity severity) {
        return switch (severity) {
            case CRITICAL -> "Critical";
            case WARNING -> "Warnings";
            case INFO -> "For information";
        };
    }

    private static String markdown(DoctorFinding finding) {
        var lines = new ArrayList<String>();
        lines.add("### " + PlainText.line(finding.headline()));
        lines.add("");
        if (!finding.because().isEmpty()) {
            lines.add(PlainText.line(finding.because()));
            lines.add("");
        }
        finding.evidence().forEach(each -> lines.add("- `" + PlainText.line(each.replace('`', '\''))
                + "`"));
        if (!finding.remedy().isEmpty()) {
            lines.add("- **Remedy:** " + PlainText.line(finding.remedy()));
        }
        if (!finding.commands().isEmpty()) {
            lines.add("");
            lines.add("```");
            finding.commands().forEach(each -> lines.add(PlainText.line(each)));
            lines.add("```");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String list(List<String> lines) {
        return lines.stream().map(each -> "- " + PlainText.line(each) + "\n").collect(Collectors.joining());
    }

    public static ObjectNode json(Diagnosis diagnosis) {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Diagnosis")
                .put("critical", diagnosis.count(Severity.CRITICAL)).put("warnings", diagnosis.count(Severity.WARNING))
                .put("informations", diagnosis.count(Severity.INFO));
        var findings = json.putArray("findings");
        for (var finding : diagnosis.findings()) {
            var each = findings.addObject().put("id", finding.id()).put("severity", word(finding.severity()))
                    .put("object", finding.object()).put("node", finding.node()).put("headline", finding.headline())
                    .put("because", finding.because()).put("remedy", finding.remedy());
            finding.evidence().forEach(each.putArray("evidence")::add);
            finding.commands().forEach(each.putArray("commands")::add);
            finding.others().forEach(each.putArray("others")::add);
        }
        diagnosis.lookedAt().forEach(json.putArray("lookedAt")::add);
        diagnosis.skipped().forEach(json.putArray("notLookedAt")::add);
        return json;
    }

    private static String word(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }
}
