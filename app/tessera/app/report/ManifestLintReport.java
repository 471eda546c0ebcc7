package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.ManifestLinter.LintFindingFix;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintSeverity;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.yaml.TerminalSafeJsonFormatter;

/** A report on the findings in manifests. */
public final class ManifestLintReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ManifestLintReport.class);

    /** How many places of a group are named. */
    private static final int SHOWN = 3;

    private final List<CheckedFile> files;
    private final List<String> unread;

    /**
     * A file that was checked, with its findings.
     *
     * @param findings that are left
     * @param fixed   that are no more
     */
    public record CheckedFile(String file, List<LintFinding> findings, List<LintFindingFix> fixed) {

        public CheckedFile {
            findings = List.copyOf(findings);
            fixed = List.copyOf(fixed);
        }
    }

    /** @param unread files that nobody could look at */
    public ManifestLintReport(List<CheckedFile> files, List<String> unread) {
        this.files = List.copyOf(files);
        this.unread = List.copyOf(unread);
    }

    /**
     * Returns the report as {@code text} or as {@code json}.
     *
     * @param all whether each finding is a line of its own; else those of one rule that say the same are told once, and hints
     *            are a line a rule
     */
    public String print(String form, boolean all) {
        if (form.equals("json")) {
            return TerminalSafeJsonFormatter.format(toJson());
        }
        return reportText(all);
    }

    private String reportText(boolean all) {
        var text = new StringBuilder();
        for (var file : files) {
            file.fixed().forEach(done -> text.append(
                    MESSAGES.text("lint.done", file.file(), done.fix().description(), done.finding().rule().id()))
                    .append('\n'));
        }
        boolean folded = false;
        for (var severity : LintSeverity.values()) {
            for (var group : groupFindings(severity, all)) {
                boolean fold = group.size() > 1;
                folded |= fold;
                text.append(fold ? groupText(group, severity) : findingText(group.getFirst()));
            }
        }
        text.append(summaryText());
        return text.append(folded ? MESSAGES.text("lint.folded") : "").append('\n').toString();
    }

    /** A finding and its file. */
    private record FileFinding(String file, LintFinding finding) {

        String positionText() {
            return "%s:%d".formatted(file, finding.line());
        }
    }

    /** Returns the findings that are printed together: errors and warnings with the same reason, hints of the same rule. */
    private List<List<FileFinding>> groupFindings(LintSeverity severity, boolean all) {
        var placed = files.stream().flatMap(ManifestLintReport::findingsOf)
                .filter(each -> each.finding().severity() == severity).toList();
        if (all) {
            return placed.stream().map(List::of).toList();
        }
        return List
                .copyOf(placed.stream()
                        .collect(
                                Collectors
                                        .groupingBy(
                                                each -> severity == LintSeverity.HINT ? each.finding().rule().id()
                                                        : each.finding().rule().id() + "\n"
                                                                + each.finding().reasonText(),
                                                LinkedHashMap::new, Collectors.toList()))
                        .values());
    }

    private static Stream<FileFinding> findingsOf(CheckedFile file) {
        return file.findings().stream().map(finding -> new FileFinding(file.file(), finding));
    }

    private static String findingText(FileFinding placed) {
        var finding = placed.finding();
        return "%s:%d:%d: %s: %s (%s%s)%n%s".formatted(placed.file(), finding.line(), finding.column(),
                finding.severity().severityName(), finding.reasonText(), finding.rule().id(),
                finding.fix().isPresent() ? MESSAGES.text("lint.fixable") : "", remediesText(finding));
    }

    private static String groupText(List<FileFinding> group, LintSeverity severity) {
        var first = group.getFirst().finding();
        boolean same = group.stream().allMatch(finding -> finding.finding().reason().equals(first.reason()));
        boolean mends = group.stream().allMatch(finding -> finding.finding().fix().isPresent());
        var places = group.stream().limit(SHOWN).map(FileFinding::positionText).collect(Collectors.joining(", "));
        return "%s: %s (%s%s), %s%n%s".formatted(severity.severityName(),
                same ? first.reasonText() : first.rule().title(), first.rule().id(),
                mends ? MESSAGES.text("lint.fixable") : "",
                MESSAGES.text("lint.places", group.size(), places, group.size() - Math.min(group.size(), SHOWN)),
                severity == LintSeverity.HINT ? "" : remediesText(first));
    }

    /** Returns the remedies to choose from, as they are chosen on the command line, or the help in place of an edit. */
    private static String remediesText(LintFinding finding) {
        var ways = new StringBuilder();
        for (int at = 1; at <= finding.alternatives().size(); at++) {
            ways.append("    --choose %s=%d: %s%n".formatted(finding.rule().id(), at,
                    finding.alternatives().get(at - 1).description()));
        }
        return ways.append(finding.insteadText().isEmpty() ? "" : "    %s%n".formatted(finding.insteadText()))
                .toString();
    }

    private String summaryText() {
        var counts = Stream.of(LintSeverity.values()).filter(severity -> countSeverity(severity) > 0)
                .map(severity -> MESSAGES.text("lint.count", severity, countSeverity(severity)))
                .collect(Collectors.joining(", "));
        var found = OptionalText.orElse(counts, MESSAGES.text("lint.clean"));
        if (unread.isEmpty()) {
            return found;
        }
        return MESSAGES.text("lint.unread", found, unread.size(), unread.size() + files.size());
    }

    private long countSeverity(LintSeverity severity) {
        return files.stream().flatMap(file -> file.findings().stream())
                .filter(finding -> finding.severity() == severity).count();
    }

    private ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "LintResult");
        for (var severity : LintSeverity.values()) {
            json.put(severity.severityName() + "s", countSeverity(severity));
        }
        var list = json.putArray("files");
        for (var file : files) {
            var entry = list.addObject().put("file", file.file());
            var findings = entry.putArray("findings");
            file.findings().forEach(finding -> findings.add(findingJson(finding)));
            var mended = entry.putArray("mended");
            file.fixed().forEach(done -> mended.add(findingJson(done.finding()).put("fix", done.fix().description())));
        }
        if (!unread.isEmpty()) {
            unread.forEach(json.putArray("unread")::add);
        }
        return json;
    }

    private static ObjectNode findingJson(LintFinding finding) {
        var json = JsonNodeFactory.instance.objectNode().put("rule", finding.rule().id())
                .put("severity", finding.severity().severityName()).put("line", finding.line())
                .put("column", finding.column()).put("object", finding.object()).put("reason", finding.reasonText())
                .put("reasonCode", finding.reason().code())
                .put("fix", finding.fix().map(fix -> fix.description()).orElse(null));
        var ways = json.putArray("choices");
        finding.alternatives().forEach(way -> ways.add(way.description()));
        return finding.insteadText().isEmpty() ? json : json.put("instead", finding.insteadText());
    }
}
