package tessera.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.report.LintRulesReport;
import tessera.app.report.ManifestLintReport;
import tessera.app.report.ManifestLintReport.CheckedFile;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintRule;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Lints manifests of GPU workloads, and fixes findings. */
@Command(name = "lint", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class ManifestLintCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ManifestLintCommand.class);

    private static final Pattern MANIFEST = Pattern.compile("(?i).+\\.(?:ya?ml|json)");

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "text", descriptionKey = "manifestLint.output", completionCandidates = LintFormatNames.class)
    private String format = "text";

    @Option(names = "--fix", descriptionKey = "manifestLint.fix")
    private boolean fix;

    @Option(names = "--choose", paramLabel = "RULE[=N]", mapFallbackValue = "1", descriptionKey = "manifestLint.choose")
    private Map<String, Integer> choices = Map.of();

    @Option(names = "--all", descriptionKey = "manifestLint.all")
    private boolean all;

    @Option(names = "--rules", descriptionKey = "manifestLint.rules")
    private boolean rules;

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "manifestLint.timeout")
    private int timeout = 60;

    @Parameters(arity = "0..*", paramLabel = "FILE", descriptionKey = "manifestLint.file")
    private List<String> files = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Names of the output formats, as a user types them. */
    private static final class LintFormatNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("text", "json").iterator();
        }
    }

    @Override
    public Integer call() throws ProblemException {
        if (!format.equals("text") && !format.equals("json")) {
            throw usageError(MESSAGES.text("lint.output"));
        }
        if (rules) {
            print(new LintRulesReport(new ManifestLinter(AcceleratorCatalog.standard()).rules()).print(format));
            return 0;
        }
        if (files.isEmpty()) {
            throw usageError(MESSAGES.text("lint.noFiles"));
        }
        if (!choices.isEmpty() && !fix) {
            throw usageError(MESSAGES.text("lint.chooseWithoutFix"));
        }
        checkChoices();
        files = expandDirectories(files);
        if (!cluster.namesSource()) {
            return lintFiles(new ManifestLinter(AcceleratorCatalog.standard()), readTexts(), Optional.empty());
        }
        var texts = readTexts();
        try (var clusterSelection = cluster.openDesk()) {
            return lintFiles(new ManifestLinter(clusterSelection.accelerators()), texts,
                    Optional.of(ManifestCheckContextReader.readContext(clusterSelection, List.copyOf(texts.values()),
                            Duration.ofSeconds(timeout), spec.commandLine())));
        }
    }

    /** Returns the files with each directory replaced by its manifests, as kubectl reads it without -R. */
    private static List<String> expandDirectories(List<String> named) throws ProblemException {
        var expanded = new ArrayList<String>();
        for (var name : named) {
            var directory = Path.of(name);
            if (name.equals(CommandFileArgumentReader.INPUT) || !Files.isDirectory(directory)) {
                expanded.add(name);
                continue;
            }
            try (var children = Files.list(directory)) {
                var manifests = children.map(Path::toString).filter(MANIFEST.asMatchPredicate()).sorted().toList();
                if (manifests.isEmpty()) {
                    throw new ProblemException(Problem.of(OperationProblemKind.CONFIGURATION,
                            MESSAGES.reason("lint.emptyDirectory", name)));
                }
                expanded.addAll(manifests);
            } catch (IOException e) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("lint.unlistable", name))
                                .withDetail(CommandFileArgumentReader.reasonText(e)),
                        e);
            }
        }
        return expanded;
    }

    private int lintFiles(ManifestLinter linter, Map<String, String> texts, Optional<ManifestTargetCluster> around)
            throws ProblemException {
        var checked = new ArrayList<CheckedFile>();
        boolean missed = false;
        for (var read : texts.entrySet()) {
            var file = read.getKey();
            var text = read.getValue();
            if (fix) {
                var fixResult = linter.applyFixes(text, around, choices);
                writeResult(file, text, fixResult.text());
                missed |= reportMissingRemedy(file, linter.check(text, around));
                checked.add(new CheckedFile(file, fixResult.remaining(), fixResult.applied()));
            } else {
                checked.add(new CheckedFile(file, linter.check(text, around), List.of()));
            }
        }
        var unread = files.stream().distinct().filter(file -> !texts.containsKey(file)).toList();
        var report = new ManifestLintReport(checked, unread).print(format, all);
        if (fix && files.contains(CommandFileArgumentReader.INPUT)) {
            spec.commandLine().getErr().print(report);
            spec.commandLine().getErr().flush();
        } else {
            print(report);
        }
        if (missed || !unread.isEmpty() || checked.stream().flatMap(file -> file.findings().stream())
                .anyMatch(finding -> finding.severity() == LintSeverity.ERROR)) {
            return 1;
        }
        return 0;
    }

    /** Refuses unknown rules and remedies before anything is read. */
    private void checkChoices() {
        var known = new ManifestLinter(AcceleratorCatalog.standard()).rules().rules();
        for (var entry : choices.entrySet()) {
            var rule = entry.getKey();
            var way = entry.getValue();
            if (known.stream().map(LintRule::id).noneMatch(rule::equals)) {
                throw usageError(MESSAGES.text("lint.unknownRule", rule));
            }
            if (way < 1) {
                throw usageError(MESSAGES.text("lint.chooseZero", way, rule));
            }
        }
    }

    /** Reports chosen remedies that a finding does not offer, and returns whether there are any. It is not taken, which nobody would notice. */
    private boolean reportMissingRemedy(String file, List<LintFinding> found) {
        boolean any = false;
        for (var finding : found) {
            int way = choices.getOrDefault(finding.rule().id(), 0);
            int ways = finding.alternatives().size();
            if (way > ways) {
                any = true;
                CommandLineErrorPrinter.printRemark(
                        Problem.of(OperationProblemKind.CONFIGURATION,
                                MESSAGES.reason("lint.choices", file, finding.line(), finding.rule().id(), ways, way)),
                        spec.commandLine());
            }
        }
        return any;
    }

    /** Reads the files; remarks on those that cannot be read and goes on. */
    private Map<String, String> readTexts() throws ProblemException {
        CommandFileArgumentReader.checkInputOnce(files);
        var texts = new LinkedHashMap<String, String>();
        var failures = new ArrayList<ProblemException>();
        for (var file : files) {
            try {
                texts.put(file, CommandFileArgumentReader.readTextOrInput(Path.of(file)));
            } catch (ProblemException e) {
                failures.add(e);
            }
        }
        boolean none = texts.isEmpty();
        failures.stream().limit(none ? failures.size() - 1L : failures.size())
                .forEach(problemException -> CommandLineErrorPrinter.printRemark(problemException.problem(),
                        spec.commandLine()));
        if (none) {
            throw failures.getLast();
        }
        return texts;
    }

    private void writeResult(String file, String before, String after) throws ProblemException {
        if (file.equals(CommandFileArgumentReader.INPUT)) {
            print(after);
        } else if (!after.equals(before)) {
            try {
                Files.writeString(Path.of(file), after);
            } catch (IOException e) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("lint.unwritable", file))
                                .withDetail(CommandFileArgumentReader.reasonText(e)),
                        e);
            }
        }
    }

    private void print(String text) throws ProblemException {
        spec.commandLine().getOut().print(text);
        CommandLineErrorPrinter.flushOutput(spec.commandLine());
    }

    private ParameterException usageError(String text) {
        return new ParameterException(spec.commandLine(), text);
    }
}
