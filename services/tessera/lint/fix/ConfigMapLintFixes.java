package tessera.lint.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlLiteralBlockEditor;
import tessera.mig.MigConfig;
import tessera.mig.MigInstanceCombination;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.PluginConfigProblem;
import tessera.sharing.ShareableNodeDevices;
import tessera.text.MessageCatalog;

/** Line-by-line fixes for configurations inside ConfigMaps. */
public final class ConfigMapLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ConfigMapLintFixes.class);
    private static final Pattern COUNT = Pattern.compile("([\"']?)([\\w.+-]+)\\1:\\s*(\\d+)\\s*(#.*)?");
    private static final Pattern REPLICAS = Pattern.compile("((?:- )?replicas:\\s*+)(\\S++)(.*+)");
    private static final String VERSION = "version: v1";

    private ConfigMapLintFixes() {}

    /** Returns a fix that adds the required version or replaces another. */
    public static Optional<LintFix> setVersion(ManifestValue text) {
        var inner = new YamlLiteralBlockEditor(text);
        int at = IntStream.rangeClosed(1, inner.lineCount()).filter(line -> inner.line(line).startsWith("version:"))
                .findFirst().orElse(0);
        if (inner.isLiteralBlock()) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", VERSION),
                    at > 0 ? inner.replaceLine(at, VERSION) : inner.prependLine(VERSION));
        }
        return Optional.empty();
    }

    /** Returns a fix to as many instances as a GPU can have. */
    public static Optional<LintFix> toFewerInstances(ManifestValue text, MigConfig config,
            Predicate<MigInstanceCombination> possible) {
        var inner = new YamlLiteralBlockEditor(text);
        int head = headLine(inner, config.name());
        if (!inner.isLiteralBlock() || head == 0) {
            return Optional.empty();
        }
        var edits = new ArrayList<TextEdit>();
        for (var entry : config.entries()) {
            var fitting = largestPossible(entry.instances(), possible);
            if (fitting.counts().isEmpty() && !entry.instances().counts().isEmpty()) {
                return Optional.empty();
            }
            entry.instances().counts().forEach((profile, count) -> {
                if (fitting.countOf(profile) != count) {
                    edits.addAll(setCount(inner, head, profile.name(), fitting.countOf(profile)));
                }
            });
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.fit.layout"), edits);
    }

    private static MigInstanceCombination largestPossible(MigInstanceCombination requested,
            Predicate<MigInstanceCombination> possible) {
        var fitting = MigInstanceCombination.of(List.of());
        for (var profile : requested.profiles()) {
            var more = fitting.plus(profile);
            fitting = possible.test(more) ? more : fitting;
        }
        return fitting;
    }

    private static int headLine(YamlLiteralBlockEditor inner, String name) {
        return IntStream.rangeClosed(1, inner.lineCount())
                .filter(line -> inner.line(line).strip().replaceAll("[\"':]", "").equals(name)).findFirst().orElse(0);
    }

    private static List<TextEdit> setCount(YamlLiteralBlockEditor inner, int head, String profile, int count) {
        for (int line = head; line <= inner.lastLineOf(head); line++) {
            var words = COUNT.matcher(inner.line(line).strip());
            if (words.matches() && words.group(2).equals(profile)) {
                if (count == 0) {
                    return inner.removeLines(line, line);
                }
                return inner.replaceLine(line, inner.line(line).strip().replaceFirst(":\\s*\\d+", ": " + count));
            }
        }
        return List.of();
    }

    /** Returns fixes that make the device plugin accept a configuration, each tried out. */
    public static List<LintFix> toAccepted(ManifestValue text, DevicePluginConfigProblem configProblem) {
        var inner = new YamlLiteralBlockEditor(text);
        if (!inner.isLiteralBlock()) {
            return List.of();
        }
        if (configProblem.flaw() instanceof PluginConfigProblem.MissingConfigVersion) {
            return ManifestSourceEditor.availableFixes(setVersion(text));
        }
        if (configProblem.line() == 0) {
            return List.of();
        }
        var fixes = new ArrayList<LintFix>();
        var replicas = REPLICAS.matcher(inner.line(configProblem.line()).strip());
        if (replicas.matches()) {
            acceptedReplicas(replicas.group(2), configProblem)
                    .flatMap(count -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", count),
                            inner.replaceLine(configProblem.line(), replicas.group(1) + count + replicas.group(3))))
                    .ifPresent(fixes::add);
        }
        if (isBetter(text.text(), configProblem, inner)) {
            ManifestSourceEditor
                    .fixOf(MESSAGES.text("fix.remove.line"),
                            inner.removeLines(configProblem.line(), inner.lastLineOf(configProblem.line())))
                    .ifPresent(fixes::add);
        }
        return fixes;
    }

    /** Returns the accepted number of replicas that is nearest to the written one; empty where no whole number is written. */
    private static Optional<Integer> acceptedReplicas(String written, DevicePluginConfigProblem configProblem) {
        int most = configProblem.path().startsWith("sharing.mps.") ? ShareableNodeDevices.MOST_CLIENTS
                : Integer.MAX_VALUE;
        return Optional.of(written.replaceAll("[\"']", "")).filter(number -> number.matches("-?\\d{1,9}"))
                .map(number -> Math.clamp(Integer.parseInt(number), DeviceShareCounts.FEWEST, most));
    }

    private static boolean isBetter(String text, DevicePluginConfigProblem configProblem,
            YamlLiteralBlockEditor inner) {
        var lines = text.lines().toList();
        int last = inner.lastLineOf(configProblem.line());
        var rest = IntStream.range(0, lines.size()).filter(at -> at < configProblem.line() - 1 || at >= last)
                .mapToObj(lines::get).reduce("", (one, other) -> one + other + "\n");
        return countProblems(rest, configProblem) < countProblems(text, configProblem)
                && countProblems(rest, DevicePluginConfigProblem.ConfigProblemEffect.REJECTED) <= countProblems(text,
                        DevicePluginConfigProblem.ConfigProblemEffect.REJECTED);
    }

    private static long countProblems(String text, DevicePluginConfigProblem configProblem) {
        return countProblems(text, configProblem.weight());
    }

    private static long countProblems(String text, DevicePluginConfigProblem.ConfigProblemEffect weight) {
        return DevicePluginConfigDocument.parse(text).problems().stream().filter(problem -> problem.weight() == weight)
                .count();
    }
}
