package tessera.lint.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.source.BlockEditor;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.mig.InstanceCombination;
import tessera.mig.MigConfig;
import tessera.sharing.ConfigDocument;
import tessera.sharing.ConfigProblem;

/** Edits of configurations that stand inside ConfigMaps, line by line. */
public final class ConfigFixes {

    private static final Pattern COUNT = Pattern.compile("([\"']?)([\\w.+-]+)\\1:\\s*(\\d+)\\s*(#.*)?");
    private static final Pattern REPLICAS = Pattern.compile("((?:- )?replicas:\\s*+)\\S++(.*+)");
    private static final String VERSION = "version: v1";

    private ConfigFixes() {}

    /** The version that there is, at the beginning or in place of another. */
    public static Optional<LintFix> version(ManifestValue text) {
        var inner = new BlockEditor(text);
        int at = IntStream.rangeClosed(1, inner.lines()).filter(line -> inner.line(line).startsWith("version:"))
                .findFirst().orElse(0);
        return inner.block() ? ManifestEditor.fix("Write " + VERSION, at > 0 ? inner.replace(at, VERSION)
                : inner.begin(VERSION)) : Optional.empty();
    }

    /** Fewer instances, as many as a GPU can have. */
    public static Optional<LintFix> fewer(ManifestValue text, MigConfig config,
            Predicate<InstanceCombination> possible) {
        var inner = new BlockEditor(text);
        int head = head(inner, config.name());
        if (!inner.block() || head == 0) {
            return Optional.empty();
        }
        var edits = new ArrayList<TextEdit>();
        for (var entry : config.entries()) {
            var fitting = largest(entry.instances(), possible);
            if (fitting.counts().isEmpty() && !entry.instances().counts().isEmpty()) {
                return Optional.empty();
            }
            entry.instances().counts().forEach((profile, count) -> {
                if (fitting.of(profile) != count) {
                    edits.addAll(count(inner, head, profile.name(), fitting.of(profile)));
                }
            });
        }
        return ManifestEditor.fix("Ask for as many as fit", edits);
    }

    private static InstanceCombination largest(InstanceCombination wanted, Predicate<InstanceCombination> possible) {
        var fitting = InstanceCombination.of(List.of());
        for (var profile : wanted.profiles()) {
            var more = fitting.plus(profile);
            fitting = possible.test(more) ? more : fitting;
        }
        return fitting;
    }

    private static int head(BlockEditor inner, String name) {
        return IntStream.rangeClosed(1, inner.lines())
                .filter(line -> inner.line(line).strip().replaceAll("[\"':]", "").equals(name)).findFirst().orElse(0);
    }

    private static List<TextEdit> count(BlockEditor inner, int head, String profile, int count) {
        for (int line = head; line <= inner.endOf(head); line++) {
            var words = COUNT.matcher(inner.line(line).strip());
            if (words.matches() && words.group(2).equals(profile)) {
                return count == 0 ? inner.remove(line, line)
                        : inner.replace(line, inner.line(line).strip().replaceFirst(":\\s*\\d+", ": " + count));
            }
        }
        return List.of();
    }

    /** What makes a configuration of the device plugin one that it takes, tried out. */
    public static List<LintFix> taken(ManifestValue text, ConfigProblem flaw) {
        var inner = new BlockEditor(text);
        if (!inner.block()) {
            return List.of();
        }
        if (flaw.path().isEmpty() && flaw.words().contains("version")) {
            return ManifestEditor.ways(version(text));
        }
        if (flaw.line() == 0) {
            return List.of();
        }
        var ways = new ArrayList<LintFix>();
        var replicas = REPLICAS.matcher(inner.line(flaw.line()).strip());
        if (replicas.matches()) {
            ManifestEditor.fix("Write 2", inner.replace(flaw.line(), replicas.group(1) + "2" + replicas.group(2)))
                    .ifPresent(ways::add);
        }
        if (better(text.text(), flaw, inner)) {
            ManifestEditor.fix("Take the line away", inner.remove(flaw.line(), inner.endOf(flaw.line())))
                    .ifPresent(ways::add);
        }
        return ways;
    }

    private static boolean better(String text, ConfigProblem flaw, BlockEditor inner) {
        var lines = text.lines().toList();
        int last = inner.endOf(flaw.line());
        var rest = IntStream.range(0, lines.size()).filter(at -> at < flaw.line() - 1 || at >= last)
                .mapToObj(lines::get).reduce("", (one, other) -> one + other + "\n");
        return weigh(rest, flaw) < weigh(text, flaw) && weigh(rest, ConfigProblem.ProblemWeight.REJECTED) <= weigh(text,
                ConfigProblem.ProblemWeight.REJECTED);
    }

    private static long weigh(String text, ConfigProblem flaw) {
        return weigh(text, flaw.weight());
    }

    private static long weigh(String text, ConfigProblem.ProblemWeight weight) {
        return ConfigDocument.read(text).flaws().stream().filter(each -> each.weight() == weight).count();
    }
}
